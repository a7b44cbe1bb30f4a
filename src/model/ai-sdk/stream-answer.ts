import {
  extractReasoningMiddleware,
  type FinishReason,
  simulateStreamingMiddleware,
  streamText,
  wrapLanguageModel,
} from 'ai'
import { z } from 'zod'
import { EngineError } from '../../contract/errors.ts'
import { type Conversation, estimateTokens, type Question, type Usage } from '../model.ts'
import type { ModelSettings } from '../model-settings.ts'
import { openModel } from './open-model.ts'

export interface AnswerRequest {
  settings: ModelSettings
  question: Question<unknown> | Conversation
  isPlain: boolean
  signal: AbortSignal
  onUsage(usage: Usage): void
  hear: { thinking(text: string): void; text(text: string): void }
}

export interface Answered {
  text: string
  finishReason: FinishReason
}

/** Bound on thinking and answer together, per granted token; no tokenizer comes near it. */
const MOST_CHARACTERS_PER_TOKEN = 40

// Warnings of the SDK would go to the console, past our own log.
globalThis.AI_SDK_LOG_WARNINGS = false

/** Sends one request and reads the answer to its end. */
export async function streamAnswer(request: AnswerRequest): Promise<Answered> {
  const { settings, question, signal } = request
  const silence = watchSilence(settings)
  const heard: Heard = { text: '', thinking: '', finishReason: 'other', isTaken: false, usage: undefined }
  try {
    const { fullStream } = streamText({
      model: await wrappedModel(request),
      system: question.system,
      ...('prompt' in question ? { prompt: question.prompt } : { messages: question.messages }),
      maxOutputTokens: question.maxTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, silence.signal]),
      onError: () => {},
    })
    for await (const part of fullStream) {
      silence.interrupt()
      if (part.type === 'abort') throw signal.reason
      hearPart(part, { ...request, heard })
    }
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error
  } finally {
    silence.end()
    if (heard.isTaken) request.onUsage(usageOf(heard, request))
  }
  if (heard.finishReason === 'content-filter') throw filtered(settings)
  return heard
}

interface Heard extends Answered {
  thinking: string
  /** The endpoint accepted the request, so it costs money. */
  isTaken: boolean
  usage: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined
}

type StreamPart = ReturnType<typeof streamText>['fullStream'] extends AsyncIterable<infer Part> ? Part : never

function hearPart(part: StreamPart, { heard, hear, settings, question }: AnswerRequest & { heard: Heard }): void {
  if (part.type === 'error') throw part.error
  if (part.type === 'text-delta') {
    heard.text += part.text
    hear.text(part.text)
  } else if (part.type === 'reasoning-delta') {
    heard.thinking += part.text
    hear.thinking(part.text)
  } else if (part.type === 'finish') {
    heard.finishReason = part.finishReason
    heard.usage = part.totalUsage
  } else return
  heard.isTaken = true
  if (heard.text.length + heard.thinking.length > question.maxTokens * MOST_CHARACTERS_PER_TOKEN) {
    const reason = `it goes on beyond the ${question.maxTokens} tokens it was granted`
    const remedy = 'Check the server of the model, which ignores max_tokens.'
    throw new EngineError('MODEL_ANSWER_INVALID', { model: settings.id, reason, remedy })
  }
}

async function wrappedModel({ settings, question, isPlain }: AnswerRequest) {
  const form = 'schema' in question ? jsonForm(question) : undefined
  return wrapLanguageModel({
    model: await openModel(settings, { isPlain }),
    middleware: [
      // Parsed here rather than by the SDK's `output`, which would parse the whole answer again with every piece.
      {
        specificationVersion: 'v3',
        transformParams: async ({ params }) => (isPlain || !form ? params : { ...params, responseFormat: form }),
      },
      extractReasoningMiddleware({ tagName: 'think' }),
      ...(settings.isStreamed ? [] : [simulateStreamingMiddleware()]),
    ],
  })
}

const jsonForm = ({ schema }: Question<unknown>) => ({
  ...{ type: 'json' as const, name: 'answer', schema: z.toJSONSchema(schema) as JsonSchema },
})

type CallParameters = Parameters<Awaited<ReturnType<typeof openModel>>['doStream']>[0]
type JsonSchema = Extract<NonNullable<CallParameters['responseFormat']>, { type: 'json' }>['schema'] & object

/** The endpoint's count of tokens, or our estimate where it has none. */
function usageOf(heard: Heard, { settings, question }: AnswerRequest): Usage {
  const inputTokens = heard.usage?.inputTokens || estimateTokens(question.system + askedOf(question))
  const outputTokens = heard.usage?.outputTokens || estimateTokens(heard.thinking + heard.text)
  const { prices } = settings
  if (!prices) return { inputTokens, outputTokens }
  const costUsd = (inputTokens * prices.inputUsd + outputTokens * prices.outputUsd) / 1_000_000
  return { inputTokens, outputTokens, costUsd }
}

const askedOf = (question: AnswerRequest['question']): string =>
  'prompt' in question ? question.prompt : question.messages.map(({ content }) => content).join('\n')

/** Without streaming a model is silent until its answer is whole, so only the time of the question counts. */
function watchSilence({ id, idleTimeoutMs, isStreamed }: ModelSettings) {
  const controller = new AbortController()
  const giveUp = () => {
    const reason = `it was silent for ${idleTimeoutMs} ms`
    const remedy = 'Try again, or raise ANNEAL_MODEL_IDLE_TIMEOUT_MS.'
    controller.abort(new EngineError('MODEL_UNAVAILABLE', { model: id, reason, remedy }))
  }
  const timer = isStreamed ? setTimeout(giveUp, idleTimeoutMs) : undefined
  return {
    signal: controller.signal,
    interrupt: () => timer?.refresh(),
    /** Also ends the connection: the SDK keeps a second reader of the stream that nobody reads. */
    end: () => {
      clearTimeout(timer)
      controller.abort()
    },
  }
}

const filtered = ({ id }: ModelSettings) =>
  new EngineError('MODEL_REFUSED', {
    model: id,
    reason: 'the content filter of its provider stopped the answer',
    remedy: 'Look at what the program holds, or choose another model in ANNEAL_MODEL.',
  })
