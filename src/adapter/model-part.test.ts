import { expect, it } from 'vitest'
import { configOf } from '../config/config-of.ts'
import { modelPart } from './model-part.ts'

it('the model is named with its address, and its absence is no shortfall', async () => {
  const model = { model: 'ollama/llama3', modelUrl: 'http://127.0.0.1:11434/v1' }
  expect(await modelPart(configOf(model).config).hostChecks?.({})).toEqual([
    { name: 'model', ok: true, detail: 'ollama/llama3 at http://127.0.0.1:11434/v1' },
  ])
  expect(await modelPart(configOf({}).config).hostChecks?.({})).toEqual([
    { name: 'model', ok: true, detail: 'none; programs are repaired by rules' },
  ])
})
