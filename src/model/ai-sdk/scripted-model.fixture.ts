import type { LanguageModel, Question, Reply, Usage } from '../model.ts'
import type { ModelSettings } from '../model-settings.ts'
import { type ScriptedServer, type Step, startScriptedServer } from '../scripted-server.fixture.ts'
import { createAiSdkModel } from './ai-sdk.ts'

export interface ScriptedModel extends ScriptedServer {
  model: LanguageModel
  ask<T>(question: Question<T>, signal?: AbortSignal): Promise<Reply<T>>
  /** The model's thinking, in pieces. */
  heard: string[]
  spent: Usage[]
}

/** The real adapter, against a server that follows a script. */
export async function scriptedModel(script: Step[], over: Partial<ModelSettings> = {}): Promise<ScriptedModel> {
  const server = await startScriptedServer(script)
  const settings: ModelSettings = {
    setting: 'ANNEAL_MODEL',
    id: 'openai-compatible/small',
    name: 'small',
    providerId: 'openai-compatible',
    protocol: 'openai',
    url: server.url,
    key: '',
    isStreamed: true,
    timeoutMs: 20_000,
    idleTimeoutMs: 10_000,
    retries: 2,
    ...over,
  }
  const model = createAiSdkModel({ settings, backoffMs: 1 })
  const heard: string[] = []
  const spent: Usage[] = []
  const ask = <T>(question: Question<T>, signal = new AbortController().signal) =>
    model.ask(question, { signal, onThinking: (text) => heard.push(text), onUsage: (usage) => spent.push(usage) })
  return { ...server, model, ask, heard, spent }
}
