import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embedMany } from 'ai'
import { EngineError } from '../../contract/errors.ts'
import type { Embedded } from '../model.ts'
import type { ModelAddress } from '../model-address.ts'
import { failureOf } from './failure-of.ts'

/** Asks once: its callers try again later, or do without. */
export async function embedTexts(
  settings: ModelAddress,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const { providerId, url, key, name } = settings
  const provider = createOpenAICompatible({ name: providerId, baseURL: url, ...(key !== '' && { apiKey: key }) })
  const values = texts.map((text) => text.toWellFormed())
  try {
    const model = provider.embeddingModel(name)
    const { embeddings, usage } = await embedMany({ model, values, maxRetries: 0, abortSignal: signal })
    if (embeddings.length === values.length) return { vectors: embeddings, tokens: usage.tokens || 0 }
  } catch (error) {
    throw failureOf(error, { settings, isLate: false }).error
  }
  const remedy = `Check that ${url} speaks the protocol of ${providerId}.`
  throw new EngineError('MODEL_ANSWER_INVALID', {
    model: settings.id,
    reason: 'it has not one vector for each text',
    remedy,
  })
}
