import { KNOWN_REPAIR, type RememberedRepair } from '../../contract/known-change.ts'
import type { TriedCandidate } from '../../contract/run.ts'
import type { PromptExample } from '../../contract/similar-code.ts'
import type { Correction, NoCorrection } from '../correction.ts'
import type { Understood } from '../failure.ts'
import type { LessonsInUse } from '../lessons.ts'
import type { Stage, StageContext } from '../stage.ts'
import { unifiedDiff } from '../unified-diff.ts'
import { assertionsIn } from './assertions-in.ts'
import { assumptionOf, type Candidate, strategyOf, whyOf } from './candidate.ts'
import { confidenceOf } from './confidence.ts'
import {
  type ByRules,
  correctByRules,
  type InspectCorrection,
  type LookedAt,
  markChosen,
  mayBeTried,
  type RuleParts,
} from './correct-by-rules.ts'
import { isProse } from './is-prose.ts'
import { featuresOf, STILL_AT_WORK } from './repair-features.ts'
import { tryCandidate } from './try-candidate.ts'
import type { ByValues } from './values/correct-by-values.ts'

/** The program as a model changed it. */
export type ModelChange = Pick<Correction, 'code' | 'why' | 'assumption'>

/** Asks a model for a correction, given the failure and the corrections that rules have tried. */
export type AskModel = (
  failure: Understood & {
    tried: readonly TriedCandidate[]
    lessons?: readonly string[]
    examples?: readonly PromptExample[]
  },
  context: StageContext,
) => Promise<ModelChange | { refused: string; isBudget?: boolean }>

export interface CorrectParts {
  rulesFor(failure: Understood): RuleParts
  /** Functions of programs that worked before, where the request has tests; undefined where none are remembered. */
  byPrograms?(failure: Understood, context: StageContext): Promise<ByValues>
  byValues(failure: Understood, context: StageContext): Promise<ByValues>
  model?: AskModel | undefined
  inspect: InspectCorrection
  /** Lessons about a failure; undefined where none are used. */
  lessonsFor?(failure: Understood): Promise<LessonsInUse | undefined>
  /** Repairs that answered the same failure before; undefined where none are remembered. */
  repairsFor?(failure: Understood): Promise<readonly RememberedRepair[]>
  /** Known programs like the one that failed, for a model; undefined where none are shown. */
  examplesFor?(failure: Understood): Promise<readonly PromptExample[]>
  /** The sources of corrections, in the order they are asked. */
  order: readonly ('rules' | 'model')[]
}

/** Finds the program for the next attempt, or the reason why there is none. */
export function createCorrect({
  rulesFor,
  byPrograms,
  byValues,
  model,
  inspect,
  lessonsFor,
  repairsFor,
  examplesFor,
  order,
}: CorrectParts): Stage<Understood, Correction | NoCorrection> {
  return async (failure, context) => {
    const { code, language, diagnosis } = failure
    if (diagnosis.category === 'syntax' && isProse({ before: code, language: language.id }))
      return { reason: 'nothing-applicable', text: 'This is text, and no program.', tried: [] }
    const looked: LookedAt[] = []
    const unsure: Correction[] = []
    let byRules: ByRules | undefined
    let isBudgetSpent = false
    const isSure = (found: Correction): boolean => {
      if ((found.confidence ?? 1) >= failure.leastConfidence) return true
      unsure.push(found)
      return false
    }
    for (const who of order) {
      if (who === 'rules') {
        const lessons = lessonsFor && toldLessons(lessonsFor, failure, context)
        const repairs = repairsFor && toldRepairs(repairsFor, failure, context)
        byRules = await correctByRules(failure, { ...rulesFor(failure), lessons, repairs }, context.signal)
        looked.push(...byRules.tried)
        const found = byRules.winner && correction(failure, byRules.winner, looked)
        if (found && isSure(found)) return found
        // A rule's answer to the error comes first: it has a reason, and these have only the tests.
        for (const ask of [byPrograms, byValues]) {
          const searched = await ask?.(failure, context)
          looked.push(...(searched?.tried ?? []))
          const value = searched?.winner && correction(failure, searched.winner, looked)
          if (value && isSure(value)) return value
        }
      } else if (model) {
        const tried = looked.map(({ told }) => told)
        const lessons = await lessonsFor?.(failure)
        if (lessons) tellLessons({ in: 'prompt', lessons: lessons.inTexts }, failure, context)
        const examples = (await examplesFor?.(failure)) ?? []
        tellExamples(examples, failure, context)
        const answer = await model({ ...failure, tried, lessons: lessons?.texts ?? [], examples }, context)
        const judged = 'code' in answer ? await judge(answer) : answer
        if ('strategy' in judged && isSure(judged)) return judged
        const detail = 'refused' in judged ? judged.refused : TOO_UNSURE
        looked.push({ told: { strategy: 'model', why: 'asked a model', outcome: 'refused', detail } })
        isBudgetSpent ||= 'isBudget' in answer && answer.isBudget === true
      }
    }
    const furthest = byRules?.furthest && correction(failure, byRules.furthest, looked)
    // A program that is known to fail must not be the last attempt.
    if (furthest && !failure.isLastChance && isSure(furthest)) return furthest
    const tried = looked.map(({ told }) => told)
    const [best] = unsure.sort((one, other) => (other.confidence ?? 0) - (one.confidence ?? 0))
    return best ? suggested(best, { failure, tried }) : nothing(tried, isBudgetSpent)

    /** A model's change is tried like that of a rule, and what it printed is looked at. */
    async function judge(answer: ModelChange): Promise<Correction | { refused: string }> {
      const reason = await inspect(failure, answer.code, context.signal)
      if (reason) return { refused: reason }
      const { code, why, assumption } = answer
      const step = {
        strategy: 'model',
        why,
        fingerprint: failure.diagnosis.fingerprint,
        ...(assumption && { assumption }),
      }
      const candidate: Candidate = { code, steps: [step], score: 1 }
      if (!mayBeTried(failure)) return correction(failure, candidate, looked)
      const parts = rulesFor(failure)
      const { detail, isClean } = await tryCandidate({ candidate, failure, parts }, context.signal)
      if (detail.refused) return detail as { refused: string }
      const isLate = detail.doubt?.startsWith(STILL_AT_WORK) === true
      const executed = isLate ? {} : { executed: detail.executed }
      // One that fails is the next attempt: a model may learn from it.
      return correction(failure, { ...candidate, ...executed, isKnownToFail: !isClean && !isLate }, looked)
    }
  }
}

/** Lessons that move the order of corrections are told, each set once. */
function toldLessons(lessonsFor: NonNullable<CorrectParts['lessonsFor']>, first: Understood, context: StageContext) {
  const told = new Set<string>()
  return async (failure: Understood): Promise<LessonsInUse | undefined> => {
    const lessons = await lessonsFor(failure)
    const isNew = !told.has(failure.diagnosis.fingerprint)
    told.add(failure.diagnosis.fingerprint)
    if (lessons && isNew) tellLessons({ in: 'ranking', lessons: lessons.used }, first, context)
    return lessons
  }
}

function tellExamples(examples: readonly PromptExample[], { block, attempt }: Understood, context: StageContext): void {
  const ids = examples.map(({ id }) => id)
  if (ids.length > 0) context.emit({ type: 'examples.used', block, attempt, patterns: ids, cause: context.cause })
}

/** Remembered repairs that are weighed are told, each set once. */
function toldRepairs(repairsFor: NonNullable<CorrectParts['repairsFor']>, first: Understood, context: StageContext) {
  const told = new Set<string>()
  return async (failure: Understood): Promise<readonly RememberedRepair[]> => {
    const found = await repairsFor(failure)
    const repairs = found
      .filter(({ id }) => !told.has(id))
      .map(({ id, runId, won, lost }) => ({ id, runId, won, lost }))
    for (const { id } of repairs) told.add(id)
    const { block, attempt } = first
    if (repairs.length > 0) context.emit({ type: 'repairs.recalled', block, attempt, repairs, cause: context.cause })
    return found
  }
}

function tellLessons(
  used: { in: 'ranking' | 'prompt'; lessons: LessonsInUse['used'] },
  { block, attempt }: Understood,
  { emit, cause }: StageContext,
): void {
  if (used.lessons.length > 0) emit({ type: 'lessons.used', block, attempt, ...used, cause })
}

function correction(failure: Understood, candidate: Candidate, looked: LookedAt[]): Correction {
  const { code, language } = failure
  const assumption = assumptionOf(candidate)
  const chosen = markChosen(looked, candidate)
  const tried = chosen.map(({ told }) => told)
  const strategy = strategyOf(candidate)
  const { code: before, diagnosis } = failure.earlier[0] ?? failure
  const features = featuresOf({
    ...{ language: language.id, before, after: candidate.code, tried },
    strategies: [...madeBefore(failure).map((past) => past.strategy), strategy],
    printed: candidate.executed?.stdout,
    earlier: failure.executed.stdout,
    wasBroken: diagnosis?.category === 'syntax',
    assertions: assertionsIn(failure.tests),
    tests: failure.tests.flatMap((test) => test.code ?? []),
    hasSurroundings: failure.session !== undefined,
    // A model has read the task too.
    isFoundByTest: failure.failedTest !== undefined && strategy !== 'model',
  })
  return {
    code: candidate.code,
    diff: unifiedDiff(code, candidate.code, language.fileName),
    strategy,
    why: whyOf(candidate),
    ...(assumption && { assumption }),
    // Confidence was measured on changes that make nothing up: an assumption is reported instead, and the caller has asked for such changes.
    ...(!candidate.isKnownToFail &&
      !assumption && { confidence: bounded(candidate.confidence ?? confidenceOf(features), candidate, features) }),
    tried,
    executed: knownOf(candidate),
  }
}

/** A change that memory alone proposed is no surer than its record, unless tests of the caller speak for it. */
function bounded(confidence: number, { steps }: Candidate, { evidence }: ReturnType<typeof featuresOf>): number {
  const own = steps.filter(({ strategy }) => strategy === KNOWN_REPAIR).map(({ remembered }) => remembered?.trust ?? 0)
  return evidence === 'tests' ? confidence : Math.round(100 * Math.min(confidence, ...own)) / 100
}

/** The corrections that led to the program as it is now, in their order. */
const madeBefore = ({ earlier, made }: Pick<Understood, 'earlier' | 'made'>): Correction[] => [
  ...earlier.flatMap(({ correction: past }) => past ?? []),
  ...(made ? [made] : []),
]

/** A trial can stand for the attempt when its output can be shown whole and in order. */
function knownOf({ executed }: Candidate) {
  const isOrdered = executed?.stdout === '' || executed?.stderr === ''
  return executed?.isWhole && isOrdered ? executed : undefined
}

const TOO_UNSURE = 'its change is too likely to be wrong'

/** The program as a whole with the changes of earlier attempts, since these count for nothing on their own. */
function suggested(
  best: Correction,
  { failure, tried }: { failure: Understood; tried: TriedCandidate[] },
): NoCorrection {
  const { code, strategy, why, assumption, confidence = 0, executed } = best
  const earlier = madeBefore(failure)
  const original = failure.earlier[0]?.code ?? failure.code
  const reason = `It is ${percent(confidence)} likely to be right, and ${percent(failure.leastConfidence)} is asked for.`
  return {
    reason: 'suggested',
    text: `A change makes it run, but may be wrong: it is suggested, not made. ${reason}`,
    tried: tried.map((each) => (each.outcome === 'chosen' ? { ...each, outcome: 'clean' } : each)),
    suggestion: {
      code,
      diff: unifiedDiff(original, code, failure.language.fileName),
      strategy: [...earlier.map((past) => past.strategy), strategy].join(' + '),
      why: [...earlier.map((past) => past.why), why].join('; then '),
      ...(assumption && { assumption }),
      confidence,
      reason,
      ...(executed && { stdout: executed.stdout }),
    },
  }
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

function nothing(tried: TriedCandidate[], isBudgetSpent: boolean): NoCorrection {
  if (isBudgetSpent) return { reason: 'budget', text: 'The budget for the model is spent.', tried }
  const changes = tried.filter(({ strategy }) => strategy !== 'model')
  const ran = changes.filter(({ outcome }) => outcome === 'failed' || outcome === 'clean').length
  const isOnlyBold = changes.every(({ outcome, assumption }) => outcome === 'refused' && assumption !== undefined)
  const byRules =
    changes.length === 0
      ? 'No known repair fits this failure.'
      : isOnlyBold
        ? 'The only repair known would make something up, which safe repair never does.'
        : `${changes.length === 1 ? 'One change was' : `${changes.length} changes were`} looked at and ${ran} tried; none made it run.`
  const refusal = tried.find(({ strategy }) => strategy === 'model')?.detail
  const text = refusal === undefined ? byRules : `${byRules} A model was asked: ${refusal}`
  return { reason: 'nothing-applicable', text, tried }
}
