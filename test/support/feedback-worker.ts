import { readSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { feedbackClock, feedbackQueueIn, USER } from './feedback-queue-in.ts'

/** Starts at a byte of input, sends feedback and learns from it until it is killed, and prints each id once it is acknowledged. */
const [place = '', roundText] = process.argv.slice(2)
const round = Number(roundText)
const clock = feedbackClock(round)
const openStore = place.startsWith('postgres:')
  ? (await import('../../src/store/database/postgres.ts')).openPostgres({ url: place })
  : (await import('../../src/store/database/sqlite.ts')).openSqlite({ file: place })
flushCompileCache()
const store = await openStore
if (readSync(0, Buffer.alloc(1)) === 0) process.exit()
const queue = feedbackQueueIn(store, clock)
void learnAlways()
for (let number = 0; ; number++) {
  const id = `fbk-${round}-${number}`
  await store.feedback.send([{ id, userId: USER, runId: id, at: clock(), body: { verdict: 'good' } }])
  writeSync(1, `${id}\n`)
}

async function learnAlways(): Promise<never> {
  for (;;) await queue.settle()
}
