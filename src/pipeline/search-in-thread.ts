import { EngineError } from '../contract/errors.ts'
import type { RuleParts } from './correct/correct-by-rules.ts'
import type { FoundCandidates } from './correct/search-candidates.ts'
import type { Fault, StrategyFacts } from './correct/strategy.ts'
import type { LessonsInUse } from './lessons.ts'
import type { Reading } from './reading/reading-jobs.ts'

export interface SearchParts {
  reading: Pick<Reading, 'ask'>
  strategies(): Promise<readonly StrategyFacts[]>
  /** Strategies to try first because of the failure's pattern. */
  preferred(pattern: string): readonly string[]
  /** The record of earlier successes and failures of strategies. */
  record: {
    likelihood(cell: { language: string; fingerprint: string; strategy: string; prior: number }): number
  }
  onTrouble(error: unknown): void
}

const NOTHING_FOUND: FoundCandidates = {
  ...{ candidates: [], others: [], refused: [], unparsed: [], troubles: [] },
  wasBroken: false,
}

/** Rules cannot repair a program that is too much for them; that is no trouble of ours unless a thread died over it. */
export async function searchInThread(
  wanted: Parameters<RuleParts['search']>[0],
  { reading, preferred, onTrouble, ...parts }: SearchParts,
  signal: AbortSignal,
): Promise<FoundCandidates> {
  const { lessons, budgetMs, ...asked } = wanted
  const { fault } = asked
  try {
    const likelihoods = likelihoodsOf(fault, await parts.strategies(), { ...parts.record, ...lessons })
    const search = { ...asked, likelihoods, preferred: preferred(fault.diagnosis.pattern) }
    const found = await reading.ask('search', search, { budgetMs, signal })
    for (const trouble of found.troubles) onTrouble(new Error(trouble))
    return found
  } catch (error) {
    if (!(error instanceof EngineError && error.code === 'NOT_READ')) throw error
    if ((error as EngineError<'NOT_READ'>).details.why !== 'late') onTrouble(error)
    return NOTHING_FOUND
  }
}

const likelihoodsOf = (
  { language, diagnosis: { fingerprint } }: Fault,
  strategies: readonly StrategyFacts[],
  { likelihood, move = (_, unmoved) => unmoved }: SearchParts['record'] & Partial<Pick<LessonsInUse, 'move'>>,
): Record<string, number> =>
  Object.fromEntries(
    strategies
      .filter(({ languages }) => languages.includes(language))
      .map(({ id, prior }) => [id, move(id, likelihood({ language, fingerprint, strategy: id, prior }))]),
  )
