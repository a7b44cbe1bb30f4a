import { KNOWN_REPAIR, type RememberedRepair } from '../contract/known-change.ts'
import type { KnownProgram } from '../contract/known-program.ts'
import type { PromptExample } from '../contract/similar-code.ts'
import { type AskModel, createCorrect } from './correct/correct.ts'
import { type InspectCorrection, mayBeTried, type RuleParts } from './correct/correct-by-rules.ts'
import { createCompareFunctions } from './correct/memory/compare-functions.ts'
import { correctByPrograms } from './correct/memory/correct-by-programs.ts'
import { correctByValues, type ValueParts } from './correct/values/correct-by-values.ts'
import { createSearchValues, type SearchValuesParts } from './correct/values/search-in-sandbox.ts'
import { createDiagnose, type Diagnose } from './diagnose/create-diagnose.ts'
import type { Executed, Execution } from './execution.ts'
import type { Understood } from './failure.ts'
import type { LessonsFor } from './lessons.ts'
import type { Reading } from './reading/reading-jobs.ts'
import { type SearchParts, searchInThread } from './search-in-thread.ts'
import { createSendProbe } from './send-probe.ts'
import type { Stage, StageContext } from './stage.ts'
import type { Stages } from './stages.ts'
import { createTryOut } from './try-out.ts'
import { createTest } from './verify/create-test.ts'
import { runTest } from './verify/run-test.ts'

export interface RepairParts extends SearchParts, Pick<ValueParts, 'refuses'> {
  /** The search for wrong values; absent where it is off. */
  values?: Omit<SearchValuesParts, 'tryOut'> | undefined
  execute: Stage<Execution, Executed>
  reading: Reading
  diagnose: Diagnose
  record: SearchParts['record'] & {
    add(cell: { language: string; fingerprint: string; strategy: string }, outcome: 'won' | 'lost'): void
  }
  /** Lessons of the user; absent where none are kept. */
  lessons?: LessonsFor | undefined
  /** Remembered repairs; absent where none are kept. */
  repairs?: RepairsOf | undefined
  /** Known programs for a model to read; absent where none are shown. */
  examples?: ((of: { userId: string; code: string; language: string }) => Promise<PromptExample[]>) | undefined
  /** Programs of the user that worked and define these functions; absent where none are remembered. */
  programs?: KnownProgramsOf | undefined
  model?: AskModel | undefined
  inspect: InspectCorrection
  order: readonly ('rules' | 'model')[]
  /** Number of sandboxes that one repair may use at once. */
  lanes: number
}

export type KnownProgramsOf = (of: {
  userId: string
  code: string
  language: string
  names: readonly string[]
}) => Promise<readonly KnownProgram[]>

/** The memory of repairs, as the loop uses it. */
export interface RepairsOf {
  find(failure: Parameters<LessonsFor>[0]): Promise<readonly RememberedRepair[]>
  /** Counts for or against a remembered repair that was tried. */
  count(id: string, userId: string, outcome: 'won' | 'lost'): void
}

type LessonsOf = Omit<Parameters<LessonsFor>[0], 'agent'> & Pick<Execution, 'request'>

export type Repair = Required<Pick<Stages, 'test' | 'diagnose' | 'correct'>>

/** Builds the stages that follow a failure, and the tests that detect one. */
export function createRepair(parts: RepairParts): Repair {
  const { diagnose, record } = parts
  const lessonsOf = async ({ request, ...of }: LessonsOf) =>
    request.options?.learn === false ? undefined : parts.lessons?.({ ...of, agent: request.agent ?? null })
  const tryOut = createTryOut(parts.execute)
  const sendProbe = createSendProbe(tryOut)
  const compare = createCompareFunctions(tryOut)
  // The caller waits for all searches of a run: each has half the time of the one before, so that all together stay below twice the setting.
  const searches = new WeakMap<Execution['admission'], number>()
  const { lessons: _, repairs, examples, programs, ...ruling } = parts
  const rulesFor = ({ language, admission }: Pick<Understood, 'language' | 'admission'>): RuleParts => ({
    ...ruling,
    tryOut,
    probe: sendProbe,
    search: (wanted, signal) => searchInThread(wanted, parts, signal),
    learn({ steps }, outcome) {
      for (const { strategy, fingerprint, remembered } of steps) {
        if (remembered) repairs?.count(remembered.id, admission.userId ?? '', outcome)
        if (strategy !== KNOWN_REPAIR) record.add({ language: language.id, fingerprint, strategy }, outcome)
      }
    },
    async failedTest({ tests, ...execution }, signal) {
      for (const [index, test] of tests.entries()) {
        const { end, raised, isLate } = await runTest(tryOut, { execution, test, number: index + 1 }, signal)
        if (end.passed) continue
        const text = `${end.name}: ${end.detail}`
        const diagnosis = raised && diagnose({ ...execution, failedTest: end, raised })
        return { text, isLate, ...(raised && { raised, diagnosis, failedTest: end }) }
      }
      return undefined
    },
  })
  return {
    test: createTest(tryOut),
    diagnose: createDiagnose({ diagnose, sendProbe }),
    correct: createCorrect({
      ...parts,
      rulesFor,
      lessonsFor: ({ admission, request, language, diagnosis: { fingerprint } }) =>
        lessonsOf({ userId: admission.userId ?? '', request, language: language.id, fingerprint }),
      ...(repairs && {
        repairsFor: async ({ admission, request, language, diagnosis: { fingerprint } }: Understood) => {
          if (request.options?.learn === false) return []
          const of = { userId: admission.userId ?? '', agent: request.agent ?? null }
          return repairs.find({ ...of, language: language.id, fingerprint })
        },
      }),
      ...(examples && {
        examplesFor: async ({ admission, request, language, code }: Understood) => {
          if (request.options?.learn === false) return []
          return examples({ userId: admission.userId ?? '', code, language: language.id }).catch((error) => {
            parts.onTrouble(error)
            return []
          })
        },
      }),
      ...(programs && {
        async byPrograms(failure: Understood, { signal }: StageContext) {
          const isAsked = failure.request.options?.learn !== false && mayBeTried(failure)
          return isAsked
            ? correctByPrograms(failure, { ...parts, ...rulesFor(failure), programs, compare }, signal)
            : { tried: [] }
        },
      }),
      async byValues(failure, context) {
        if (!parts.values || !mayBeTried(failure)) return { tried: [] }
        const before = searches.get(failure.admission) ?? 0
        searches.set(failure.admission, before + 1)
        const searchValues = createSearchValues({
          ...parts.values,
          budgetMs: parts.values.budgetMs / 2 ** before,
          tryOut,
        })
        return correctByValues(failure, { ...parts, ...rulesFor(failure), searchValues }, context)
      },
    }),
  }
}
