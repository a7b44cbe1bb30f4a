import { EngineError } from '../contract/errors.ts'
import type { Prices } from './model.ts'
import { addressOf, addressProblems, type ModelAddress } from './model-address.ts'

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
export interface ModelSettings extends ModelAddress {
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
  const { model, modelKey: key, modelUrl: url } = config
  const configured = { setting: 'ANNEAL_MODEL', model, key, url }
  const problems = [...addressProblems(configured), ...otherProblems(config)]
  if (problems.length > 0) throw new EngineError('CONFIG_INVALID', { problems })
  const address = addressOf(configured)
  if (!address) return undefined
  const { modelInputUsd: inputUsd, modelOutputUsd: outputUsd } = config
  return {
    ...address,
    isStreamed: config.modelStream,
    timeoutMs: config.modelTimeoutMs,
    idleTimeoutMs: config.modelIdleTimeoutMs,
    retries: config.modelRetries,
    ...(inputUsd + outputUsd > 0 && { prices: { inputUsd, outputUsd } }),
  }
}

function otherProblems({ model, modelRunUsd, modelInputUsd, modelOutputUsd, correctors }: ModelConfig): string[] {
  return [
    model === '' && correctors === 'model' && 'ANNEAL_CORRECTORS is "model", but ANNEAL_MODEL is empty',
    model !== '' &&
      modelRunUsd > 0 &&
      modelInputUsd + modelOutputUsd === 0 &&
      `ANNEAL_MODEL_RUN_USD is ${modelRunUsd}: needs prices in ANNEAL_MODEL_INPUT_USD and ANNEAL_MODEL_OUTPUT_USD`,
  ].filter((problem) => problem !== false)
}
