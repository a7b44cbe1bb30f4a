import type { Payer } from '../../../contract/effect.ts'
import { EngineError } from '../../../contract/errors.ts'
import type { Budget } from '../../../model/budget.ts'
import { addUsage, estimateTokens, type LanguageModel, NO_USAGE, type Usage } from '../../../model/model.ts'
import type { Change } from '../change.ts'
import type { Refusing } from '../refuses.ts'
import { applyAnswer } from './apply-answer.ts'
import { gatherText } from './gather-text.ts'
import { answerInText, type ModelAnswer, modelAnswer } from './model-answer.ts'
import type { ModelFault } from './model-fault.ts'
import { followUpOf, promptOf, SYSTEM } from './prompt.ts'

export interface ModelCorrectorParts {
  model: LanguageModel
  /** Budget of one run, so each run has its own corrector. */
  budget: Budget
  /** Longest answer in tokens, thinking included. */
  maxTokens: number
  /** The parser's complaint about the program; undefined when it has none, or when the language has no parser. */
  check(program: { code: string; language: string }, signal: AbortSignal): Promise<string | undefined>
  /** Why the change is no repair, however well the program runs with it; null when it may be one. */
  refuses(change: Change & Refusing, signal: AbortSignal): Promise<string | null>
  /** The assumption of the change, as far as its text shows it; null when it shows none. */
  assumes(change: Change, signal: AbortSignal): Promise<string | null>
}

export interface Hearing {
  signal: AbortSignal
  onThinking(text: string): void
  /** The user who pays. */
  payer?: Payer
}

export type ModelCorrection =
  | { code: string; why: string; assumption?: string; usage: Usage }
  /** The reason in words, and its kind: the budget, an unavailable model, unusable answers, or nothing to repair. */
  | { refused: string; because: 'budget' | 'unavailable' | 'unusable' | 'declined'; usage: Usage }

export type ModelCorrector = (fault: ModelFault, hearing: Hearing) => Promise<ModelCorrection>

/** One answer, and one more that gets told the fault of the first. */
const MOST_QUESTIONS = 2
const MOST_WHY = 300
/** A model would see too little of a longer program. */
const MOST_CODE = 500_000

/** Asks a model for a repair. The run goes on whatever the model does: there is a correction, or the reason for none. */
export function createModelCorrector(parts: ModelCorrectorParts): ModelCorrector {
  return async (fault, hearing) => {
    let usage = NO_USAGE
    if (fault.code.length > MOST_CODE) return { refused: 'the program is too large', because: 'unusable', usage }
    const onUsage = (one: Usage) => {
      usage = addUsage(usage, one)
      parts.budget.spend(one)
    }
    const question = promptOf(fault)
    let prompt = question
    let judged: Judged = { because: 'unusable', refused: '' }
    for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
      judged = await askAndJudge({ ...parts, fault, prompt, ...hearing, onUsage })
      if ('code' in judged || judged.because !== 'unusable') break
      prompt = followUpOf(question, { answer: judged.answer, reason: judged.refused })
    }
    if ('code' in judged) return { ...judged, usage }
    const { refused, because, answer } = judged
    return { refused: answer ? `its answer could not be used: ${refused}` : refused, because, usage }
  }
}

const FORM = { schema: modelAnswer, spoken: 'explanation', fromText: answerInText }

interface Inquiry extends ModelCorrectorParts, Hearing {
  fault: ModelFault
  prompt: string
  onUsage(usage: Usage): void
}

type Refused = { refused: string; because: 'budget' | 'unavailable' | 'unusable' | 'declined'; answer?: ModelAnswer }
type Judged = { code: string; why: string; assumption?: string } | Refused

async function askAndJudge(inquiry: Inquiry): Promise<Judged> {
  const { model, budget, prompt, maxTokens, signal, onThinking, onUsage, payer } = inquiry
  const room = budget.roomFor(estimateTokens(SYSTEM + prompt))
  if (typeof room === 'string') return { because: 'budget', refused: room }
  const thinking = gatherText(onThinking)
  try {
    const question = { system: SYSTEM, prompt, maxTokens: Math.min(maxTokens, room), ...FORM }
    const asking = { signal, onThinking: thinking.feed, onUsage, ...(payer && { payer }) }
    const asked = model.ask(question, asking)
    const { answer } = await asked.finally(thinking.end)
    return await judge(answer, inquiry)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EngineError)) throw error
    if (error.code === 'APPROVAL_DENIED') return { because: 'budget', refused: error.message }
    if (error.code === 'MODEL_ANSWER_INVALID') return { because: 'unusable', refused: error.message }
    return { because: 'unavailable', refused: `${error.message} ${error.hint}` }
  }
}

/** A model's answer is as untrusted as the program: it has to apply, to parse, and to demand no less than before. */
async function judge(answer: ModelAnswer, { fault, check, refuses, assumes, signal }: Inquiry): Promise<Judged> {
  const { code: before, language } = fault
  const explanation = clauseOf(answer.explanation)
  const proposesNothing = !answer.edits?.length && !answer.code?.trim()
  if (proposesNothing && explanation !== '') {
    return { because: 'declined', refused: `the model proposes no change: ${explanation}` }
  }
  const applied = applyAnswer(before, answer)
  const refuse = (refused: string): Refused => ({ because: 'unusable', refused, answer })
  if ('refused' in applied) return refuse(applied.refused)
  const { code } = applied
  if (fault.history.some((attempt) => attempt.code === code)) return refuse('this very program has failed already')
  const problem = await check({ code, language }, signal)
  if (problem !== undefined) return refuse(`the changed program does not parse: ${problem}`)
  const isBehind = fault.history.some(({ error }) => error?.category !== 'syntax')
  const change = { before, after: code, language, mayAssume: fault.mayAssume, isBehind }
  const reason = await refuses(change, signal)
  if (reason !== null) return refuse(`the change is no repair: ${reason}`)
  const assumption = await assumes({ before, after: code, language }, signal)
  if (assumption !== null && !fault.mayAssume) return refuse(`the change assumes that ${assumption}`)
  return { code, why: explanation || 'changed what the model proposed', ...(assumption && { assumption }) }
}

/** A clause that can follow "I", without the full stop, which the explanation of a run adds. */
function clauseOf(explanation: string): string {
  const line = explanation.slice(0, MOST_WHY).replace(/\s+/g, ' ').trim()
  return line.replace(/^I /, '').replace(/\.$/, '').toWellFormed()
}
