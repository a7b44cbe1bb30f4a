import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { inStore, type OpenStore } from '../../src/store/in-store.ts'
import { COMPILED } from './compiled.ts'
import { feedbackClock, feedbackQueueIn, USER } from './feedback-queue-in.ts'

const WORKER = join(import.meta.dirname, 'feedback-worker.ts')
const LONGEST_LIFE_MS = 120

/** Kills processes that send feedback and learn from it; every acknowledged one has its effect once in the end. Resolves with their number. */
export async function killFeedback({ place, open, rounds }: { place: string; open: OpenStore; rounds: number }) {
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) acknowledged.push(...(await killedWorker(place, round)))
  let learntBefore = 0
  await inStore(open, async (store) => {
    learntBefore = (await store.lessons.log(USER)).length
    const queue = feedbackQueueIn(store, feedbackClock(rounds))
    await queue.settle()
    await queue.close()
    const effects = new Map<string, number>()
    for (const { change } of await store.lessons.log(USER)) {
      const id = change.op === 'count' ? change.runId : change.op
      effects.set(id, (effects.get(id) ?? 0) + 1)
    }
    assert.deepEqual(
      acknowledged.filter((id) => !effects.has(id)),
      [],
      'acknowledged feedback was lost',
    )
    assert.deepEqual(
      [...effects].filter(([, times]) => times !== 1),
      [],
      'feedback had its effect twice',
    )
    assert.equal((await store.feedback.counts(USER)).waiting, 0)
  })
  return { acknowledged: acknowledged.length, learntBefore }
}

async function killedWorker(place: string, round: number): Promise<string[]> {
  const worker = spawn(process.execPath, [WORKER, place, String(round)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...COMPILED },
  })
  const said = text(worker.stdout)
  worker.stdin.write('x')
  await once(worker.stdout, 'readable')
  await wait(Math.random() * LONGEST_LIFE_MS)
  worker.kill('SIGKILL')
  const lines = (await said).split('\n')
  // A line that was cut was not acknowledged.
  return lines.slice(0, -1)
}
