export interface ModelProvider {
  protocol: 'openai' | 'anthropic'
  /** Absent where there is no default. */
  url?: string
  needsKey: boolean
}

/** The known providers; `vllm`, `ollama` and `openai-compatible` are other servers that speak OpenAI's protocol. */
export const providers: Record<string, ModelProvider> = {
  openai: { protocol: 'openai', url: 'https://api.openai.com/v1', needsKey: true },
  anthropic: { protocol: 'anthropic', url: 'https://api.anthropic.com/v1', needsKey: true },
  google: {
    protocol: 'openai',
    url: 'https://generativelanguage.googleapis.com/v1beta/openai',
    needsKey: true,
  },
  ollama: { protocol: 'openai', url: 'http://127.0.0.1:11434/v1', needsKey: false },
  vllm: { protocol: 'openai', url: 'http://127.0.0.1:8000/v1', needsKey: false },
  'openai-compatible': { protocol: 'openai', needsKey: false },
}
