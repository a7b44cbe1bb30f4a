import { setTimeout as wait } from 'node:timers/promises'
import { createThread } from './thread.ts'

/** Closes threads that have questions to answer, and has nothing else to do: the process must not leave before they end. */
const file = new URL('./stuck-worker.fixture.ts', import.meta.url)
for (let round = 0; round < 20; round++) {
  const thread = createThread<string, string>({ file, timeoutMs: 300 })
  await thread.ask('a')
  for (let number = 0; number < 50; number++) void thread.ask(`b${number}`)
  await wait(round % 4)
  await thread.close()
}
process.stdout.write('closed')
