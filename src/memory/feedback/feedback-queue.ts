import type { RunFact } from '../../contract/feedback.ts'
import type { FeedbackRows, OwedFeedback } from '../../store/learning/feedback-rows.ts'

export interface QueueParts {
  rows: FeedbackRows
  clock(): number
  onTrouble(error: unknown): void
  attempts: number
  retryMs: number
  most: number
  /** Learns from one; the effect and the end of the owed row are one transaction. */
  learn(owed: OwedFeedback): Promise<RunFact[]>
  /** Tells an address; undefined where none is configured. */
  tell?: ((owed: OwedFeedback, signal: AbortSignal) => Promise<void>) | undefined
  /** Called when a batch is done. */
  afterwards(): Promise<void>
}

const AT_ONCE = 50
/** Runs that end close together are learnt from together, and none of them waits for it. */
const GATHER_MS = 250
/** Longer than one takes: another engine goes on when this one dies over it. */
const CLAIM_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

/**
 * Works through owed feedback in the background, in batches. A row is owed from the transaction that stored the end of its run; it
 * leaves the queue in the one that stores what was learnt, so that a kill loses none and doubles none. A failed one is
 * tried again, later each time.
 */
export function createFeedbackQueue(parts: QueueParts) {
  const { rows, clock, onTrouble } = parts
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  async function work(owed: OwedFeedback): Promise<void> {
    if (!(await rows.claim(owed, clock() + CLAIM_MS))) return
    try {
      if (!owed.isLearnt) await parts.learn(owed)
      if (!parts.tell) return
      await parts.tell(owed, closing.signal)
      await rows.drop(owed.id)
    } catch (error) {
      if (closing.signal.aborted)
        return rows.note(owed.id, { attempts: owed.attempts, nextAt: owed.nextAt, problem: '' })
      const attempts = owed.attempts + 1
      const isLast = attempts >= parts.attempts
      const waitMs = Math.min(parts.retryMs * 4 ** (attempts - 1), LONGEST_WAIT_MS)
      const problem = error instanceof Error ? error.message : String(error)
      await rows.note(owed.id, { attempts, nextAt: clock() + waitMs, problem, ...(isLast && { state: 'failed' }) })
      if (!isLast) setTimeout(look, waitMs).unref()
    }
  }

  async function workAll(): Promise<void> {
    await rows.bound(parts.most)
    for (;;) {
      const due = await rows.due(clock(), AT_ONCE)
      for (const owed of due) if (!closing.signal.aborted) await work(owed).catch(onTrouble)
      if (due.length > 0 && !closing.signal.aborted) await parts.afterwards()
      if (due.length < AT_ONCE || closing.signal.aborted) return
    }
  }

  /** Waits until everything that is due now is done. */
  function settle(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    working = working.then(workAll).catch(onTrouble)
    return working
  }

  function look(): void {
    if (closing.signal.aborted || timer) return
    timer = setTimeout(() => void settle(), GATHER_MS)
    timer.unref()
  }

  return {
    look,
    settle,
    async close() {
      closing.abort()
      clearTimeout(timer)
      await working
    },
  }
}
