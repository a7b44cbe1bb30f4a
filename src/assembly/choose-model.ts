import type { Config } from '../config/settings.ts'
import { createAiSdkModel } from '../model/ai-sdk/ai-sdk.ts'
import type { LanguageModel } from '../model/model.ts'
import { modelSettingsOf } from '../model/model-settings.ts'

/** Undefined when none is configured; a configuration that cannot work is refused here, at the start. */
export function chooseModel(config: Config): LanguageModel | undefined {
  const settings = modelSettingsOf(config)
  return settings && createAiSdkModel({ settings })
}
