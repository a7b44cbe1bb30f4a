import { completionError } from '../../contract/completion-error.ts'
import { EngineError } from '../../contract/errors.ts'
import { EVENT_STREAM, keptAlive } from '../ui-stream.ts'
import type { complete } from './complete.ts'

type Completed = Awaited<ReturnType<typeof complete>>

/** The chunks of OpenAI's stream: pieces of the answer, its end with what became of its code, the tokens where they are wanted. */
export function completionStream(
  work: (onText: (text: string) => void) => Promise<Completed>,
  of: { id: string; created: number; model: string; withUsage: boolean; onBug(error: unknown): EngineError },
): Response {
  const { id, created, model, withUsage } = of
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (data: object | string) => {
        const text = typeof data === 'string' ? data : JSON.stringify(data)
        controller.enqueue(encoder.encode(`data: ${text}\n\n`))
      }
      const chunk = (delta: object, more: object = {}, finish_reason: Completed['finish'] | null = null) => {
        const choices = [{ index: 0, delta, logprobs: null, finish_reason }]
        send({ id, object: 'chat.completion.chunk', created, model, choices, ...more })
      }
      try {
        chunk({ role: 'assistant', content: '' })
        const { annotations, anneal, usage, finish } = await work((content) => content !== '' && chunk({ content }))
        chunk({ annotations }, { anneal }, finish)
        if (withUsage) send({ id, object: 'chat.completion.chunk', created, model, choices: [], usage })
        send('[DONE]')
      } catch (error) {
        const told = completionError(error instanceof EngineError ? error : of.onBug(error))
        send({ error: { ...told, message: `${told.message} ${told.hint}` } })
      }
      controller.close()
    },
  })
  return new Response(keptAlive(body), { headers: EVENT_STREAM })
}
