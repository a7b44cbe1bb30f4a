import type { TriedCandidate } from '../../contract/run.ts'
import type { Correction, NoCorrection } from '../correction.ts'
import type { Understood } from '../failure.ts'
import type { Stage, StageContext } from '../stage.ts'
import { unifiedDiff } from '../unified-diff.ts'
import { assumptionOf, type Candidate, strategyOf, whyOf } from './candidate.ts'
import {
  type ByRules,
  correctByRules,
  type InspectCorrection,
  type LookedAt,
  markChosen,
  type RuleParts,
} from './correct-by-rules.ts'

/** The program as a model changed it. */
export type ModelChange = Pick<Correction, 'code' | 'why' | 'assumption'>

/** Asks a model for a correction, given the failure and the corrections that rules have tried. */
export type AskModel = (
  failure: Understood & { tried: readonly TriedCandidate[] },
  context: StageContext,
) => Promise<ModelChange | { refused: string; isBudget?: boolean }>

export interface CorrectParts {
  rulesFor(language: Understood['language']): RuleParts
  model?: AskModel | undefined
  inspect: InspectCorrection
  /** The sources of corrections, in the order they are asked. */
  order: readonly ('rules' | 'model')[]
}

/** Finds the program for the next attempt, or the reason why there is none. */
export function createCorrect({
  rulesFor,
  model,
  inspect,
  order,
}: CorrectParts): Stage<Understood, Correction | NoCorrection> {
  return async (failure, context) => {
    const looked: LookedAt[] = []
    let byRules: ByRules | undefined
    let isBudgetSpent = false
    for (const who of order) {
      if (who === 'rules') {
        byRules = await correctByRules(failure, rulesFor(failure.language), context.signal)
        looked.push(...byRules.tried)
        if (byRules.winner) return correction(failure, byRules.winner, looked)
      } else if (model) {
        const tried = looked.map(({ told }) => told)
        const answer = await model({ ...failure, tried }, context)
        const reason = 'code' in answer ? await inspect(failure, answer.code, context.signal) : answer.refused
        if ('code' in answer && !reason) return byModel(failure, answer, tried)
        looked.push({ told: { strategy: 'model', why: 'asked a model', outcome: 'refused', detail: reason } })
        isBudgetSpent ||= 'isBudget' in answer && answer.isBudget === true
      }
    }
    const furthest = byRules?.furthest
    // A program that is known to fail must not be the last attempt.
    if (furthest && !failure.isLastChance) return correction(failure, furthest, looked)
    return nothing(
      looked.map(({ told }) => told),
      isBudgetSpent,
    )
  }
}

function correction(failure: Understood, candidate: Candidate, looked: LookedAt[]): Correction {
  const { code, language } = failure
  const assumption = assumptionOf(candidate)
  return {
    code: candidate.code,
    diff: unifiedDiff(code, candidate.code, language.fileName),
    strategy: strategyOf(candidate),
    why: whyOf(candidate),
    ...(assumption && { assumption }),
    tried: markChosen(looked, candidate).map(({ told }) => told),
    executed: knownOf(candidate),
  }
}

/** A trial can stand for the attempt when its output can be shown whole and in order. */
function knownOf({ executed }: Candidate) {
  const isOrdered = executed?.stdout === '' || executed?.stderr === ''
  return executed?.isWhole && isOrdered ? executed : undefined
}

function byModel({ code, language }: Understood, answer: ModelChange, tried: TriedCandidate[]): Correction {
  const diff = unifiedDiff(code, answer.code, language.fileName)
  const { why, assumption } = answer
  const chosen: TriedCandidate = { strategy: 'model', why, outcome: 'chosen', ...(assumption && { assumption }) }
  return { ...answer, diff, strategy: 'model', tried: [chosen, ...tried] }
}

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
