import type { z } from 'zod'
import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import { createBudget } from '../model/budget.ts'
import { estimateTokens, type LanguageModel } from '../model/model.ts'

export interface AskNeeds {
  model: LanguageModel | undefined
  config: Pick<Config, 'modelRunTokens' | 'modelRunUsd' | 'modelInputUsd' | 'modelOutputUsd' | 'modelOutputTokens'>
}

export interface ModelQuestion<T> {
  system: string
  prompt: string
  schema: z.ZodType<T>
}

/** Asks the model within the budget of one task. Throws a MODEL_… error when there is no answer of that form. */
export type Ask = <T>(question: ModelQuestion<T>, signal: AbortSignal) => Promise<T>

const REMEDY = 'Raise ANNEAL_MODEL_RUN_TOKENS, or ask for less.'

/** Undefined where no model is configured; the user pays for its answers. */
export function createAsk({ model, config }: AskNeeds, userId: string): Ask | undefined {
  if (!model) return undefined
  const prices = { inputUsd: config.modelInputUsd, outputUsd: config.modelOutputUsd }
  const budget = createBudget({
    tokens: config.modelRunTokens,
    ...(config.modelRunUsd > 0 && { money: { usd: config.modelRunUsd, prices } }),
  })
  return async ({ system, prompt, schema }, signal) => {
    const room = budget.roomFor(estimateTokens(system + prompt))
    if (typeof room === 'string')
      throw new EngineError('MODEL_REFUSED', { model: model.id, reason: room, remedy: REMEDY })
    const maxTokens = Math.min(config.modelOutputTokens, room)
    const asking = { signal, payer: { userId }, onThinking: () => {}, onUsage: budget.spend }
    return (await model.ask({ system, prompt, schema, maxTokens }, asking)).answer
  }
}
