import type { RunFact } from '../../src/contract/feedback.ts'
import { createFeedbackQueue } from '../../src/memory/feedback/feedback-queue.ts'
import type { OwedFeedback } from '../../src/store/learning/feedback-rows.ts'
import type { Store } from '../../src/store/store.ts'

export const USER = 'ada'
/** Longer than a claim, so that each process finds what the killed one before it had taken. */
const ROUND_MS = 120_000

export const feedbackClock = (round: number) => () => Date.now() + round * ROUND_MS

/** The real queue; the effect of one feedback is one delta that names it. */
export function feedbackQueueIn(store: Store, clock: () => number) {
  async function learn({ id }: OwedFeedback): Promise<RunFact[]> {
    for (;;) {
      const fromSeq = await store.lessons.lastSeq(USER)
      const change = { op: 'count', id: 'les', verdict: 'helpful', runId: id } as const
      const delta = { seq: fromSeq + 1, at: clock(), by: 'curator', change } as const
      const feedback = { id, facts: [], isLast: true }
      if (
        (await store.lessons.learn({ userId: USER, fromSeq, deltas: [delta], lessons: [], feedback, told: [] })) !==
        'stale'
      )
        return []
    }
  }
  return createFeedbackQueue({
    ...{ rows: store.feedback, clock, learn, attempts: 5, retryMs: 10, most: 1_000_000 },
    onTrouble: (error) => process.stderr.write(`${error}\n`),
    afterwards: async () => {},
  })
}
