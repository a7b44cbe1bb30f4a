import { setTimeout as wait } from 'node:timers/promises'
import { createReadingPool, startReadingThread } from './reading-pool.ts'

/** Closes pools that have jobs to do, and has nothing else to do: the process must not exit before their threads end. */
const parts = startReadingThread(new URL('./reading-worker.fixture.ts', import.meta.url))
for (let round = 0; round < 20; round++) {
  const pool = createReadingPool<{ echo: { asks: string; gives: string } }>(parts)
  const ask = (word: string) => pool.ask('echo', word, { budgetMs: 300 })
  await ask('a')
  for (let number = 0; number < 50; number++) ask(`b${number}`).catch(() => {})
  await wait(round % 4)
  await pool.close()
}
process.stdout.write('closed')
