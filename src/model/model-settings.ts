import { EngineError } from '../contract/errors.ts'
import type { Prices } from './model.ts'
import { type ModelProvider, providers } from './providers.ts'

/** The loaded settings about the model. */
export interface ModelConfig {
  model: string
  modelKey: string
  modelUrl: string
  modelStream: boolean
  modelTimeoutMs: number
  modelIdleTimeoutMs: number
  modelRetries: number
  modelInputUsd: number
  modelOutputUsd: number
  modelRunUsd: number
  correctors: string
}

/** Everything that an adapter needs for asking one model. */
export interface ModelSettings {
  id: string
  /** The name that the provider of the model uses. */
  name: string
  providerId: string
  protocol: ModelProvider['protocol']
  url: string
  key: string
  isStreamed: boolean
  timeoutMs: number
  idleTimeoutMs: number
  retries: number
  /** Prices of tokens; absent when the configuration names none. */
  prices?: Prices
}

/**
 * Undefined when no model is configured. A configuration that cannot work is refused at the start, not at the first
 * failure of a program.
 */
export function modelSettingsOf(config: ModelConfig): ModelSettings | undefined {
  const problems = problemsOf(config)
  if (problems.length > 0) throw new EngineError('CONFIG_INVALID', { problems })
  if (config.model === '') return undefined
  const { providerId, name, provider } = splitName(config.model)
  if (!provider) return undefined
  const { modelInputUsd: inputUsd, modelOutputUsd: outputUsd } = config
  return {
    id: config.model,
    name,
    providerId,
    protocol: provider.protocol,
    url: (config.modelUrl || (provider.url ?? '')).replace(/\/$/, ''),
    key: config.modelKey,
    isStreamed: config.modelStream,
    timeoutMs: config.modelTimeoutMs,
    idleTimeoutMs: config.modelIdleTimeoutMs,
    retries: config.modelRetries,
    ...(inputUsd + outputUsd > 0 && { prices: { inputUsd, outputUsd } }),
  }
}

function problemsOf(config: ModelConfig): string[] {
  const { model, modelKey, modelUrl, modelRunUsd } = config
  if (model === '') return problemsWithoutModel(config)
  const { providerId, name, provider } = splitName(model)
  const known = Object.keys(providers).join(', ')
  if (!provider || name === '') {
    return [`ANNEAL_MODEL is ${JSON.stringify(model)}: must be provider/model, the provider one of ${known}`]
  }
  return [
    provider.needsKey && modelKey === '' && modelUrl === '' && `ANNEAL_MODEL_KEY is empty: ${providerId} wants a key`,
    provider.url === undefined && modelUrl === '' && `ANNEAL_MODEL_URL is empty: ${providerId} has no usual address`,
    hasCredentials(modelUrl) && 'ANNEAL_MODEL_URL holds a password: put it into ANNEAL_MODEL_KEY',
    modelRunUsd > 0 &&
      config.modelInputUsd + config.modelOutputUsd === 0 &&
      `ANNEAL_MODEL_RUN_USD is ${modelRunUsd}: needs prices in ANNEAL_MODEL_INPUT_USD and ANNEAL_MODEL_OUTPUT_USD`,
  ].filter((problem) => problem !== false)
}

/** Half a configuration is a mistake: a user who gave a key or an order expects a model to be asked. */
function problemsWithoutModel({ modelKey, modelUrl, correctors }: ModelConfig): string[] {
  const given = modelKey !== '' ? 'ANNEAL_MODEL_KEY' : modelUrl !== '' ? 'ANNEAL_MODEL_URL' : undefined
  return [
    given && `${given} is set, but ANNEAL_MODEL is empty`,
    correctors === 'model' && 'ANNEAL_CORRECTORS is "model", but ANNEAL_MODEL is empty',
  ].filter((problem) => typeof problem === 'string')
}

function splitName(model: string): { providerId: string; name: string; provider: ModelProvider | undefined } {
  const [providerId = '', ...rest] = model.split('/')
  const provider = Object.hasOwn(providers, providerId) ? providers[providerId] : undefined
  return { providerId, name: rest.join('/').trim(), provider }
}

function hasCredentials(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.username !== '' || parsed.password !== '')
}
