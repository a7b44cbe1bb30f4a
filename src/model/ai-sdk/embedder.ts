import type { Embedder } from '../model.ts'
import type { ModelAddress } from '../model-address.ts'

/** Any model of embeddings that the AI SDK reaches. The first texts load the SDK. */
export function createAiSdkEmbedder(settings: ModelAddress): Embedder {
  return {
    id: settings.id,
    url: settings.url,
    embed: async (texts, { signal }) => (await import('./embed-texts.ts')).embedTexts(settings, texts, signal),
  }
}
