import type { ModelSettings } from '../model-settings.ts'

/** The SDK's own handle on the model. `isPlain` leaves out the parts of requests that not every endpoint understands. */
export async function openModel(settings: ModelSettings, { isPlain }: { isPlain: boolean }) {
  const { name, url, key, providerId } = settings
  if (settings.protocol === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: url, apiKey: key })(name)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: providerId,
    baseURL: url,
    ...(key !== '' && { apiKey: key }),
    includeUsage: !isPlain,
    supportsStructuredOutputs: true,
    // OpenAI's newer models refuse the older name, which is the only one that other servers know.
    ...(providerId === 'openai' && { transformRequestBody: renameLimit }),
  })
  return provider.chatModel(name)
}

function renameLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens }
}
