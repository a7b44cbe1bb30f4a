import { type RunEvent, runEvent } from '../../src/contract/event.ts'

export interface ServerSentEvent {
  id: string
  data: RunEvent
}

/** Each event as it stood on the wire, checked against the contract; comments are skipped. */
export async function* sentEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const message = text.slice(0, end)
      text = text.slice(end + 2)
      const found = /^id: (\d+)\ndata: (.*)$/.exec(message)
      if (found) yield { id: found[1] ?? '', data: runEvent.parse(JSON.parse(found[2] ?? '')) }
      // An id alone tells where the stream begins.
      else if (!/^(:|id: \S+$)/.test(message)) throw new Error(`not a server-sent event: ${message}`)
    }
  }
  if (text !== '') throw new Error(`the stream broke off inside an event: ${text}`)
}

export async function eventsOf(response: Response): Promise<RunEvent[]> {
  const events: RunEvent[] = []
  for await (const { data } of sentEvents(response)) events.push(data)
  return events
}
