import { describe, expect, it } from 'vitest'
import type { FeedbackRows, OwedFeedback } from '../../store/learning/feedback-rows.ts'
import { createFeedbackQueue } from './feedback-queue.ts'

const OWED: OwedFeedback = {
  ...{ id: 'fbk', userId: 'ada', runId: 'run', attempts: 0, nextAt: 0, at: 0, isLearnt: false, sent: undefined },
}

function queueWith(parts: { fails: 'learn' | 'tell' }) {
  let owed: (OwedFeedback & { state: string }) | undefined = { ...OWED, state: 'waiting' }
  let now = 0
  const done = { learnt: 0, told: 0 }
  const waits: number[] = []
  const rows = {
    due: async () => (owed?.state === 'waiting' && owed.nextAt <= now ? [{ ...owed }] : []),
    claim: async () => true,
    async note(
      _: string,
      { attempts, nextAt, state = 'waiting' }: { attempts: number; nextAt: number; state?: string },
    ) {
      waits.push(nextAt - now)
      owed = { ...OWED, isLearnt: done.learnt > 0, attempts, nextAt, state }
    },
    async drop() {
      owed = undefined
    },
    bound: async () => 0,
  } as unknown as FeedbackRows
  const queue = createFeedbackQueue({
    ...{
      rows,
      clock: () => now,
      onTrouble: () => {},
      attempts: 4,
      retryMs: 1000,
      most: 10,
      afterwards: async () => {},
    },
    async learn() {
      if (parts.fails === 'learn') throw new Error('no')
      done.learnt++
      return []
    },
    async tell() {
      done.told++
      if (done.told < 3) throw new Error('503')
    },
  })
  const pass = async (ms: number) => {
    now += ms
    await queue.settle()
  }
  return { pass, waits, done, owed: () => owed }
}

describe('the queue of feedback', () => {
  it('tries again later each time, and gives up after the last try', async () => {
    const { pass, waits, owed } = queueWith({ fails: 'learn' })
    for (let n = 0; n < 8; n++) await pass(20_000)
    expect(waits).toEqual([1000, 4000, 16_000, 64_000])
    expect(owed()).toMatchObject({ state: 'failed', attempts: 4 })
  })

  it('tells a webhook until it answers, and learns once', async () => {
    const { pass, done, owed } = queueWith({ fails: 'tell' })
    for (let n = 0; n < 6; n++) await pass(20_000)
    expect(done).toEqual({ learnt: 1, told: 3 })
    expect(owed()).toBeUndefined()
  })
})
