import { setTimeout as wait } from 'node:timers/promises'
import { EngineError } from '../../contract/errors.ts'
import { type Asking, addUsage, NO_USAGE, type Question, type Reply, type Usage } from '../model.ts'
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
  const { settings, asking, learnt } = context
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
      const answer = await askOnce(question, { ...context, asking: { ...asking, signal, onUsage }, isPlain })
      learnt.isPlain = isPlain
      return { answer, usage }
    } catch (error) {
      asking.signal.throwIfAborted()
      const failure = failureOf(error, { settings, isLate: deadline.aborted })
      if (failure.isRequestRefused && !isPlain) {
        isPlain = true
        continue
      }
      const waitMs = Math.max(context.backoffMs * 2 ** tries, failure.retryAfterMs)
      const isTooLate = performance.now() - startedAt + waitMs >= settings.timeoutMs
      if (!failure.isPassing || ++tries > settings.retries || isTooLate) throw failure.error
      await wait(waitMs, undefined, { signal }).catch(() => asking.signal.throwIfAborted())
    }
  }
}

async function askOnce<T>(question: Question<T>, context: AskContext & { isPlain: boolean }): Promise<T> {
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
