import { describe, expect, it } from 'vitest'
import { type ModelConfig, modelSettingsOf } from './model-settings.ts'

const none: ModelConfig = {
  model: '',
  modelKey: '',
  modelUrl: '',
  modelStream: true,
  modelTimeoutMs: 1000,
  modelIdleTimeoutMs: 500,
  modelRetries: 1,
  modelInputUsd: 0,
  modelOutputUsd: 0,
  modelRunUsd: 0,
  correctors: 'rules,model',
}
const settingsOf = (over: Partial<ModelConfig>) => modelSettingsOf({ ...none, ...over })

describe('the settings of a model', () => {
  it('are undefined when no model is configured', () => {
    expect(settingsOf({})).toBeUndefined()
  })

  it.each([
    ['openai/gpt-5', { modelKey: 'k' }, 'openai', 'https://api.openai.com/v1'],
    ['anthropic/claude', { modelKey: 'k' }, 'anthropic', 'https://api.anthropic.com/v1'],
    ['google/gemini', { modelKey: 'k' }, 'openai', 'https://generativelanguage.googleapis.com/v1beta/openai'],
    ['ollama/llama3', {}, 'openai', 'http://127.0.0.1:11434/v1'],
    ['vllm/meta/llama', {}, 'openai', 'http://127.0.0.1:8000/v1'],
    ['openai-compatible/x', { modelUrl: 'http://10.0.0.1/v1/' }, 'openai', 'http://10.0.0.1/v1'],
  ])('know the protocol and the address of %s', (model, over, protocol, url) => {
    const name = model.slice(model.indexOf('/') + 1)
    expect(settingsOf({ model, ...over })).toMatchObject({ id: model, name, protocol, url })
  })

  it('have prices when they are configured', () => {
    const priced = settingsOf({ model: 'ollama/x', modelInputUsd: 1, modelOutputUsd: 2 })
    expect(priced?.prices).toEqual({ inputUsd: 1, outputUsd: 2 })
    expect(settingsOf({ model: 'ollama/x' })).not.toHaveProperty('prices')
  })

  it.each<[string, Partial<ModelConfig>, RegExp]>([
    ['a model without provider', { model: 'gpt-5' }, /ANNEAL_MODEL is "gpt-5": must be provider\/model/],
    ['an unknown provider', { model: 'constructor/x' }, /one of openai, anthropic, google/],
    ['a provider without model', { model: 'ollama/' }, /must be provider\/model/],
    ['a missing key', { model: 'openai/gpt-5' }, /ANNEAL_MODEL_KEY is empty: openai wants a key/],
    ['a missing address', { model: 'openai-compatible/x' }, /ANNEAL_MODEL_URL is empty/],
    ['a password in the address', { model: 'vllm/x', modelUrl: 'http://a:b@c/v1' }, /holds a password/],
    ['a money budget without prices', { model: 'vllm/x', modelRunUsd: 1 }, /needs prices/],
    ['a key without a model', { modelKey: 'k' }, /ANNEAL_MODEL_KEY is set, but ANNEAL_MODEL is empty/],
    ['an address without a model', { modelUrl: 'http://c/v1' }, /ANNEAL_MODEL_URL is set, but/],
    ['correction by a model only, without one', { correctors: 'model' }, /ANNEAL_CORRECTORS is "model"/],
  ])('are refused at the start for %s', (_, over, problem) => {
    expect(() => settingsOf(over)).toThrow(problem)
    expect(() => settingsOf(over)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }))
  })
})
