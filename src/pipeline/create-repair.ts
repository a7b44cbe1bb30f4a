import { EngineError } from '../contract/errors.ts'
import type { Language } from '../language/language.ts'
import { type AskModel, createCorrect } from './correct/correct.ts'
import type { InspectCorrection, RuleParts } from './correct/correct-by-rules.ts'
import type { FoundCandidates } from './correct/search-candidates.ts'
import type { Fault, StrategyFacts } from './correct/strategy.ts'
import { createDiagnose, type Diagnose } from './diagnose/create-diagnose.ts'
import type { Executed, Execution } from './execution.ts'
import { readingBudgetMs } from './reading/reading-budget.ts'
import type { Reading } from './reading/reading-jobs.ts'
import { createSendProbe } from './send-probe.ts'
import type { Stage } from './stage.ts'
import type { Stages } from './stages.ts'
import { createTryOut } from './try-out.ts'
import { createTest } from './verify/create-test.ts'
import { runTest } from './verify/run-test.ts'

export interface RepairParts {
  execute: Stage<Execution, Executed>
  reading: Reading
  diagnose: Diagnose
  strategies(): Promise<readonly StrategyFacts[]>
  /** Strategies to try first because of the failure's pattern. */
  preferred(pattern: string): readonly string[]
  /** The record of earlier successes and failures of strategies. */
  record: {
    likelihood(cell: { language: string; fingerprint: string; strategy: string; prior: number }): number
    add(cell: { language: string; fingerprint: string; strategy: string }, outcome: 'won' | 'lost'): void
  }
  model?: AskModel | undefined
  inspect: InspectCorrection
  order: readonly ('rules' | 'model')[]
  /** Number of sandboxes that one repair may use at once. */
  lanes: number
  onTrouble(error: unknown): void
}

export type Repair = Required<Pick<Stages, 'test' | 'diagnose' | 'correct'>>

/** Builds the stages that follow a failure, and the tests that detect one. */
export function createRepair(parts: RepairParts): Repair {
  const { diagnose, record } = parts
  const tryOut = createTryOut(parts.execute)
  const sendProbe = createSendProbe(tryOut)
  const rulesFor = (language: Language): RuleParts => ({
    ...parts,
    tryOut,
    probe: sendProbe,
    search: (wanted, signal) => searchInThread(wanted, parts, signal),
    learn({ steps }, outcome) {
      for (const { strategy, fingerprint } of steps) {
        record.add({ language: language.id, fingerprint, strategy }, outcome)
      }
    },
    async failedTest({ tests, ...execution }, signal) {
      for (const [index, test] of tests.entries()) {
        const { name, passed, detail } = await runTest(tryOut, { execution, test, number: index + 1 }, signal)
        if (!passed) return `${name}: ${detail}`
      }
      return undefined
    },
  })
  return {
    test: createTest(tryOut),
    diagnose: createDiagnose({ diagnose, sendProbe }),
    correct: createCorrect({ ...parts, rulesFor }),
  }
}

const NOTHING_FOUND: FoundCandidates = {
  ...{ candidates: [], others: [], refused: [], unparsed: [], troubles: [] },
  wasBroken: false,
}

/** Rules cannot repair a program that is too much for them. */
async function searchInThread(
  wanted: Parameters<RuleParts['search']>[0],
  { reading, preferred, onTrouble, ...parts }: RepairParts,
  signal: AbortSignal,
): Promise<FoundCandidates> {
  const { fault } = wanted
  try {
    const likelihoods = likelihoodsOf(fault, await parts.strategies(), parts.record)
    const search = { ...wanted, likelihoods, preferred: preferred(fault.diagnosis.pattern) }
    const found = await reading.ask('search', search, { budgetMs: readingBudgetMs(fault.code.length), signal })
    for (const trouble of found.troubles) onTrouble(new Error(trouble))
    return found
  } catch (error) {
    if (!(error instanceof EngineError && error.code === 'NOT_READ')) throw error
    onTrouble(error)
    return NOTHING_FOUND
  }
}

const likelihoodsOf = (
  { language, diagnosis: { fingerprint } }: Fault,
  strategies: readonly StrategyFacts[],
  record: RepairParts['record'],
): Record<string, number> =>
  Object.fromEntries(
    strategies
      .filter(({ languages }) => languages.includes(language))
      .map(({ id, prior }) => [id, record.likelihood({ language, fingerprint, strategy: id, prior })]),
  )
