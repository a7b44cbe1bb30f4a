import type { Asking, Conversation, Conversing, LanguageModel, Question } from '../model.ts'
import type { ModelSettings } from '../model-settings.ts'

/** The wait before the first retry; each further one is twice as long. */
const BACKOFF_MS = 500

export interface AiSdkModelParts {
  settings: ModelSettings
  backoffMs?: number
}

/** Any model that the AI SDK reaches. The first question loads the SDK: most runs never ask one. */
export function createAiSdkModel({ settings, backoffMs = BACKOFF_MS }: AiSdkModelParts): LanguageModel {
  const learnt = { isPlain: false }
  return {
    id: settings.id,
    url: settings.url,
    ask: async <T>(question: Question<T>, asking: Asking) => {
      const { askWithRetries } = await import('./ask-with-retries.ts')
      return askWithRetries(question, { settings, asking, learnt, backoffMs })
    },
    converse: async (conversation: Conversation, conversing: Conversing) => {
      const { converseWithRetries } = await import('./ask-with-retries.ts')
      return converseWithRetries(conversation, { settings, asking: conversing, learnt, backoffMs })
    },
  }
}
