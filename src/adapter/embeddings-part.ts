import type { Part } from '../contract/part.ts'
import { createAiSdkEmbedder } from '../model/ai-sdk/embedder.ts'
import { type EmbeddingConfig, embeddingSettingsOf } from '../model/embedding-settings.ts'
import type { Embedder } from '../model/model.ts'

/** Undefined when no model of embeddings is configured: nothing is sent anywhere then. */
export function embeddingsPart(config: EmbeddingConfig): Part<Embedder | undefined> {
  const settings = embeddingSettingsOf(config)
  if (!settings) return { api: undefined }
  const detail = `${settings.id} at ${settings.url}; it is sent remembered programs`
  return { api: createAiSdkEmbedder(settings), hostChecks: async () => [{ name: 'embeddings', ok: true, detail }] }
}
