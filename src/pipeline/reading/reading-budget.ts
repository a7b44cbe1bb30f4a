import { threadCpuMs } from '../../language/thread-cpu-ms.ts'

/** A budget of time for long loops, which stop with partial results once it is spent. */
export interface ReadingBudget {
  /** Whether this share of the time is spent; all of it counts as spent once nobody waits. */
  isSpent(share?: number): boolean
}

const LEAST_MS = 1_000
const MOST_MS = 2_500
const MS_PER_KILOCHARACTER = 10

/** Processor time for reading so many characters, for all rules: linear in their number, up to a ceiling. */
export const readingBudgetMs = (characters: number, mostMs = MOST_MS): number =>
  Math.round(Math.min(mostMs, LEAST_MS + (MS_PER_KILOCHARACTER * characters) / 1000))

/** A budget without a limit. */
export const ENDLESS: ReadingBudget = { isSpent: () => false }

/** A host that is busy with other work, ten tasks for each core, delays a reader by this factor, and no more. */
const WALL_FACTOR = 12

/** Counts processor time of the calling thread, so that a busy host changes no answer before the caller waits too long. */
export function createReadingBudget(budgetMs: number, hasLeft: () => boolean): ReadingBudget {
  const [begunMs, sinceMs] = [threadCpuMs(), performance.now()]
  return {
    isSpent: (share = 1) =>
      hasLeft() ||
      threadCpuMs() - begunMs > budgetMs * share ||
      performance.now() - sinceMs > WALL_FACTOR * budgetMs * share,
  }
}
