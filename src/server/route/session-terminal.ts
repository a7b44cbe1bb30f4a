import { z } from 'zod'
import { sessionId } from '../../contract/id.ts'
import { terminalEvent, terminalInput, terminalSize } from '../../contract/terminal.ts'
import type { Engine } from '../../engine.ts'
import { noContent, type Route, route } from '../http/route.ts'
import { eventStream } from '../http/sse.ts'

const params = z.object({ sessionId })

/** A shell with a terminal in a session: one request reads its screen, others bring its keys. */
export function sessionTerminalRoutes({ terminals }: Engine['sessions']): Route[] {
  return [
    route(
      {
        ...{ method: 'POST', path: '/v1/sessions/{sessionId}/terminal', params, body: terminalSize },
        keepsAnswer: false,
        tag: 'Sessions',
        operation: 'openTerminal',
        summary: 'Open a terminal in a session; it ends with this request, and what it changed is saved',
        example: { body: { columns: 100, rows: 30 } },
        errors: ['APPROVAL_DENIED', 'SANDBOX_UNAVAILABLE', 'UNSUPPORTED'],
        answers: [
          {
            status: 200,
            description: 'Its output as server-sent events',
            content: { 'text/event-stream': terminalEvent },
          },
        ],
      },
      async ({ params: { sessionId: id }, caller, body, request }) => {
        const reader = new AbortController()
        const signal = AbortSignal.any([request.signal, reader.signal])
        const events = await terminals.open(id, { userId: caller.userId, signal }, body)
        return eventStream(events, { sent: (event) => ({ event }), request, onLeave: () => reader.abort() })
      },
    ),
    route(
      {
        ...{ method: 'POST', path: '/v1/sessions/{sessionId}/terminal/input', params, body: terminalInput },
        keepsAnswer: false,
        tag: 'Sessions',
        operation: 'typeInTerminal',
        summary: 'Send keys to the terminal of a session, or tell it a new size',
        example: { body: { text: 'ls\n' } },
        errors: ['TERMINAL_NOT_OPEN'],
        answers: [{ status: 204, description: 'The terminal has them' }],
      },
      async ({ params: { sessionId: id }, caller, body }) => {
        await terminals.send(id, caller.userId, body)
        return noContent()
      },
    ),
  ]
}
