import type { Config } from '../config/settings.ts'
import type { Part } from '../contract/part.ts'
import { createAiSdkModel } from '../model/ai-sdk/ai-sdk.ts'
import type { LanguageModel } from '../model/model.ts'
import { modelSettingsOf } from '../model/model-settings.ts'

/** Undefined when no model is configured; a configuration that cannot work is refused here, at the start. */
export function modelPart(config: Config): Part<LanguageModel | undefined> {
  const settings = modelSettingsOf(config)
  const model = settings && createAiSdkModel({ settings })
  const detail = model ? `${model.id} at ${model.url}` : 'none; programs are repaired by rules'
  // The model is named and not called: a call costs money, and rules repair without a model.
  return { api: model, hostChecks: async () => [{ name: 'model', ok: true, detail }] }
}
