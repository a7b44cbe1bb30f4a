import { EngineError } from '../contract/errors.ts'
import { addressOf, addressProblems, type ModelAddress, providerOf } from './model-address.ts'

/** The loaded settings about the model of embeddings, and those of the model that may share its way. */
export interface EmbeddingConfig {
  memoryEmbeddings: string
  memoryEmbeddingsKey: string
  memoryEmbeddingsUrl: string
  model: string
  modelKey: string
  modelUrl: string
}

/** Undefined when none is configured. Without key and address of its own it takes those of ANNEAL_MODEL, where the provider is the same. */
export function embeddingSettingsOf(config: EmbeddingConfig): ModelAddress | undefined {
  const { memoryEmbeddings: model, memoryEmbeddingsKey: key, memoryEmbeddingsUrl: url } = config
  const sharesWay = model !== '' && key === '' && url === '' && providerOf(model) === providerOf(config.model)
  const way = sharesWay ? { key: config.modelKey, url: config.modelUrl } : { key, url }
  const configured = { setting: 'ANNEAL_MEMORY_EMBEDDINGS', model, ...way }
  const problems = addressProblems(configured)
  const address = problems.length === 0 && model !== '' ? addressOf(configured) : undefined
  if (address?.protocol === 'anthropic') problems.push(`ANNEAL_MEMORY_EMBEDDINGS is ${model}: it makes no embeddings`)
  if (problems.length > 0) throw new EngineError('CONFIG_INVALID', { problems })
  return address
}
