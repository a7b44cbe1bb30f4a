import { setTimeout as wait } from 'node:timers/promises'
import { EngineError } from '../../contract/errors.ts'
import {
  type Asking,
  addUsage,
  type Conversation,
  type Conversing,
  NO_USAGE,
  type Question,
  type Reply,
  type Said,
  type Usage,
} from '../model.ts'
import type { ModelSettings } from '../model-settings.ts'
import { readAnswer } from '../read-answer.ts'
import { createSpokenText } from '../spoken-text.ts'
import { failureOf } from './failure-of.ts'
import { type Answered, streamAnswer } from './stream-answer.ts'

export interface AskContext {
  settings: ModelSettings
  asking: Asking
  /** Whether the endpoint accepts only the plainest requests; remembered from question to question. */
  learnt: { isPlain: boolean }
  backoffMs: number
}

/**
 * Asks until there is an answer, the tries are used up or the time is over. An answer that does not fit is not asked
 * for again.
 */
export async function askWithRetries<T>(question: Question<T>, context: AskContext): Promise<Reply<T>> {
  const { value: answer, usage } = await retried(context, (asking, isPlain) =>
    askOnce(question, { ...context, asking, isPlain }),
  )
  return { answer, usage }
}

/** The same for a conversation; once words of the answer were told, there is no further try. */
export async function converseWithRetries(
  conversation: Conversation,
  context: Omit<AskContext, 'asking'> & { asking: Conversing },
): Promise<Said> {
  const { settings, asking } = context
  let isTold = false
  const tell = (text: string) => {
    isTold = true
    asking.onText(text.toWellFormed())
  }
  const { value, usage } = await retried(
    context,
    ({ signal, onUsage }, isPlain) =>
      streamAnswer({
        ...{ settings, question: conversation, isPlain, signal, onUsage },
        hear: { thinking: (text) => asking.onThinking(text.toWellFormed()), text: tell },
      }),
    () => !isTold,
  )
  const { text, finishReason } = value
  if (text.trim() === '') {
    const answered = { text: '', finishReason }
    throw invalidAnswer({ settings, answered, problem: 'it is empty', maxTokens: conversation.maxTokens })
  }
  return { text: text.toWellFormed(), usage, isCut: finishReason === 'length' }
}

type Try<T> = (asking: Pick<Asking, 'signal' | 'onUsage' | 'onThinking'>, isPlain: boolean) => Promise<T>

async function retried<T>(
  { settings, asking, learnt, backoffMs }: AskContext,
  work: Try<T>,
  mayRepeat = () => true,
): Promise<{ value: T; usage: Usage }> {
  const startedAt = performance.now()
  const deadline = AbortSignal.timeout(settings.timeoutMs)
  const signal = AbortSignal.any([asking.signal, deadline])
  let usage = NO_USAGE
  const onUsage = (one: Usage) => {
    usage = addUsage(usage, one)
    asking.onUsage(one)
  }
  let { isPlain } = learnt
  for (let tries = 0; ; ) {
    try {
      const value = await work({ ...asking, signal, onUsage }, isPlain)
      learnt.isPlain = isPlain
      return { value, usage }
    } catch (error) {
      asking.signal.throwIfAborted()
      const failure = failureOf(error, { settings, isLate: deadline.aborted })
      if (!mayRepeat()) throw failure.error
      if (failure.isRequestRefused && !isPlain) {
        isPlain = true
        continue
      }
      const waitMs = Math.max(backoffMs * 2 ** tries, failure.retryAfterMs)
      const isTooLate = performance.now() - startedAt + waitMs >= settings.timeoutMs
      if (!failure.isPassing || ++tries > settings.retries || isTooLate) throw failure.error
      await wait(waitMs, undefined, { signal }).catch(() => asking.signal.throwIfAborted())
    }
  }
}

interface OneTry extends Omit<AskContext, 'asking'> {
  asking: Pick<Asking, 'signal' | 'onUsage' | 'onThinking'>
  isPlain: boolean
}

async function askOnce<T>(question: Question<T>, context: OneTry): Promise<T> {
  const { settings, asking, isPlain } = context
  asking.signal.throwIfAborted()
  const tell = (text: string) => asking.onThinking(text.toWellFormed())
  const spoken = question.spoken === undefined ? { feed: tell } : createSpokenText(question.spoken, tell)
  const answered = await streamAnswer({
    settings,
    question,
    isPlain,
    signal: asking.signal,
    onUsage: asking.onUsage,
    hear: { thinking: tell, text: spoken.feed },
  })
  const read = readAnswer(answered.text, question)
  if ('answer' in read) return read.answer
  throw invalidAnswer({ settings, answered, problem: read.problem, maxTokens: question.maxTokens })
}

function invalidAnswer(failed: {
  settings: ModelSettings
  answered: Answered
  problem: string
  maxTokens: number
}): EngineError {
  const { settings, answered, problem, maxTokens } = failed
  const details = {
    model: settings.id,
    reason: problem,
    remedy: 'Try again, or choose a larger model in ANNEAL_MODEL.',
  }
  if (answered.text.trim() === '') details.reason = 'it is empty'
  if (answered.finishReason === 'length') {
    details.reason = `it was cut off at ${maxTokens} tokens`
    details.remedy = 'Raise ANNEAL_MODEL_OUTPUT_TOKENS.'
  }
  return new EngineError('MODEL_ANSWER_INVALID', details)
}
