import type { ChatMetadata, ChatPart, UiMessage } from 'anneal-contract/chat.ts'
import type { RunEvent } from 'anneal-contract/event.ts'
import { IDLE, type Reflection, reflectionAfter } from 'anneal-react/reflection.ts'
import { createSseParser } from 'anneal-sdk/sse.ts'
import { Failure, open } from '../api/api.ts'
import { watchRun } from '../shell/going.tsx'
import { foldPart } from './fold-part.ts'

export const ANSWERING: Reflection = { ...IDLE, state: 'thinking', stage: 'Answering' }

export interface Answered {
  answer: UiMessage
  reflection: Reflection
  sessionId: string | null
}

/** Asks, and tells the answer as it grows; resolves when it has ended. */
export async function readAnswer(
  request: { id: string; messages: UiMessage[] },
  { signal, onChange }: { signal: AbortSignal; onChange(answered: Answered): void },
): Promise<void> {
  const said: UiMessage = { id: 'answer', role: 'assistant', parts: [] }
  let reflection = ANSWERING
  const response = await open('/v1/chat', { body: request, signal })
  await readParts(response, (part) => {
    if (part.type === 'error') throw brokenBy(String(part.errorText))
    foldPart(said, part)
    reflection = reflectionOf(reflection, part)
    const { sessionId = null } = (said.metadata ?? {}) as Partial<ChatMetadata>
    onChange({ answer: { ...said, parts: said.parts.map((each) => ({ ...each })) }, reflection, sessionId })
  })
}

async function readParts(response: Response, take: (part: ChatPart) => void): Promise<void> {
  const parser = createSseParser()
  const reader = response.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    for (const { data } of parser.push(value)) if (data !== '[DONE]') take(JSON.parse(data) as ChatPart)
  }
}

const brokenBy = (message: string): Failure =>
  new Failure({ code: 'CHAT', status: 0, message, hint: 'Regenerate the answer, or look at the log of the server.' })

function reflectionOf(before: Reflection, part: ChatPart): Reflection {
  if (part.type === 'data-round') {
    const { round, of } = part.data as { round: number; of: number }
    return { ...before, state: 'auto_correcting', attempt: round, of }
  }
  if (part.type !== 'data-event') return before
  const { event } = part.data as { event: RunEvent }
  if (event.type === 'run.start') watchRun(event.runId)
  return event.type === 'run.end' ? ANSWERING : reflectionAfter(before, event)
}
