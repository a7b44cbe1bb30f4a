import { z } from 'zod'
import { type BrowserFrame, browserFrame, browserInfo, browserList } from '../contract/browser.ts'
import { sessionId } from '../contract/id.ts'
import { pageCalls } from '../contract/page-calls.ts'
import { type SessionRequest, sessionInfo } from '../contract/session.ts'
import { actionCalls } from './action-calls.ts'
import { ApiError, localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import { createSseParser } from './sse.ts'
import type { Transport } from './transport.ts'

/** A real browser in a session. Each call is an action `browser.*`; one that does not end well is thrown. */
export function browserCalls(transport: Transport) {
  return {
    ...pageCalls<CallOptions>({
      execute: actionCalls(transport).execute,
      errorOf: ({ error }) =>
        error ? new ApiError({ ...error, status: 409, requestId: '' }) : localError('ACTION_INTERRUPTED', {}),
    }),
    /** A session whose browser may reach these hosts. */
    createSession: (request: SessionRequest = {}, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'POST', path: '/v1/sessions', body: request, once: true, ...call }),
    /** The open browsers of your sessions. */
    list: (call?: CallOptions) => transport.json(browserList, { method: 'GET', path: '/v1/browsers', ...call }),
    info: async (session: string, call?: CallOptions) =>
      transport.json(browserInfo, { method: 'GET', path: at(session), ...call }),
    /** Ends the browser; its cookies are kept with the session. */
    close: async (session: string, call?: CallOptions) =>
      transport.json(closed, { method: 'DELETE', path: at(session), once: true, ...call }),
    /** Pictures of the active page as it changes. */
    async *live(session: string, call?: CallOptions): AsyncGenerator<BrowserFrame> {
      const headers = { accept: 'text/event-stream' }
      const response = await transport.open({ method: 'GET', path: `${at(session)}/live`, headers, ...call })
      const parser = createSseParser()
      for await (const bytes of response.body ?? [])
        for (const { data } of parser.push(bytes)) yield browserFrame.parse(JSON.parse(data))
    },
  }
}

const closed = z.object({ closed: z.boolean() })

function at(id: string): string {
  if (sessionId.safeParse(id).success) return `/v1/sessions/${id}/browser`
  throw localError('SESSION_NOT_FOUND', { sessionId: id })
}
