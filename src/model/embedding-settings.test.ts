import { describe, expect, it } from 'vitest'
import { type EmbeddingConfig, embeddingSettingsOf } from './embedding-settings.ts'

const none: EmbeddingConfig = {
  ...{ memoryEmbeddings: '', memoryEmbeddingsKey: '', memoryEmbeddingsUrl: '' },
  ...{ model: '', modelKey: '', modelUrl: '' },
}
const settingsOf = (over: Partial<EmbeddingConfig>) => embeddingSettingsOf({ ...none, ...over })

describe('the settings of embeddings', () => {
  it('are undefined when no model of embeddings is configured, whatever else is', () => {
    expect(settingsOf({ model: 'openai/large', modelKey: 'k' })).toBeUndefined()
  })

  it('take key and address of the model from the same provider, and never send its key elsewhere', () => {
    const model = { model: 'openai-compatible/large', modelKey: 'k', modelUrl: 'http://10.0.0.1/v1' }
    const shared = settingsOf({ ...model, memoryEmbeddings: 'openai-compatible/small' })
    expect(shared).toMatchObject({ name: 'small', key: 'k', url: 'http://10.0.0.1/v1' })
    const elsewhere = { memoryEmbeddings: 'openai-compatible/small', memoryEmbeddingsUrl: 'http://10.0.0.2/v1' }
    expect(settingsOf({ ...model, ...elsewhere })).toMatchObject({ key: '', url: 'http://10.0.0.2/v1' })
    expect(settingsOf({ ...model, memoryEmbeddings: 'ollama/small' })).toMatchObject({
      ...{ key: '', url: 'http://127.0.0.1:11434/v1' },
    })
  })

  it.each<[string, Partial<EmbeddingConfig>, RegExp]>([
    ['an unknown provider', { memoryEmbeddings: 'some/x' }, /ANNEAL_MEMORY_EMBEDDINGS is "some\/x": must be/],
    ['a missing key', { memoryEmbeddings: 'openai/x' }, /ANNEAL_MEMORY_EMBEDDINGS_KEY is empty: openai wants a key/],
    ['a provider without any', { memoryEmbeddings: 'anthropic/x', memoryEmbeddingsKey: 'k' }, /makes no embeddings/],
    ['a key without a model', { memoryEmbeddingsKey: 'k' }, /_EMBEDDINGS_KEY is set, but ANNEAL_MEMORY_EMBEDDINGS is/],
  ])('are refused at the start for %s', (_, over, problem) => {
    expect(() => settingsOf(over)).toThrow(problem)
  })
})
