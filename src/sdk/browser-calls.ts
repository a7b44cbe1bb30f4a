import { z } from 'zod'
import { type BrowserFrame, type BrowserTarget, browserFrame, browserInfo, browserList } from '../contract/browser.ts'
import { sessionId } from '../contract/id.ts'
import { type SessionRequest, sessionInfo } from '../contract/session.ts'
import { actionCalls } from './action-calls.ts'
import { ApiError, localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import { createSseParser } from './sse.ts'
import type { Transport } from './transport.ts'

type Input = Record<string, unknown>
/** The answer that every action on a page has, beside its own. */
export type PageReport = { tab: string | null; url: string; title: string } & Record<string, unknown>

/** A page of a session's browser: a session, and a tab of it where more than one is open. */
export interface PageRef {
  session: string
  tab?: string
}

/** A real browser in a session. Each call is an action `browser.*`; one that does not end well is thrown. */
export function browserCalls(transport: Transport) {
  const actions = actionCalls(transport)
  const act = async (type: string, page: PageRef, input: Input, call?: CallOptions): Promise<PageReport> => {
    const given = { ...(page.tab !== undefined && { tab: page.tab }), ...input }
    const { outcome, output, error } = await actions.execute(
      { type: `browser.${type}`, input: given, session: page.session },
      call,
    )
    if (outcome === 'ok') return output as PageReport
    throw error ? new ApiError({ ...error, status: 409, requestId: '' }) : localError('ACTION_INTERRUPTED', {})
  }
  return {
    /** Any action by its name without `browser.`: dblclick, hover, drag, select, pdf, cookies … */
    act,
    /** A session whose browser may reach these hosts. */
    createSession: (request: SessionRequest = {}, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'POST', path: '/v1/sessions', body: request, once: true, ...call }),
    /** Opens a new tab, and the browser where there is none. */
    createPage: async (session: string, input: Input = {}, call?: CallOptions): Promise<PageRef & PageReport> => {
      const opened = await act('open', { session }, { newTab: true, ...input }, call)
      return { ...opened, session, tab: opened.tab ?? '' } as PageRef & PageReport
    },
    navigateTo: (page: PageRef, url: string, input: Input = {}, call?: CallOptions) =>
      act('navigate', page, { url, ...input }, call),
    click: (page: PageRef, target: BrowserTarget, input: Input = {}, call?: CallOptions) =>
      act('click', page, { target, ...input }, call),
    type: (page: PageRef, target: BrowserTarget, text: string, call?: CallOptions) =>
      act('type', page, { target, text }, call),
    /** Values by the label, name or selector of their field. */
    fillForm: (
      page: PageRef,
      fields: Record<string, string | boolean | string[]>,
      input: Input = {},
      call?: CallOptions,
    ) => act('fill', page, { fields, ...input }, call),
    waitForSelector: (page: PageRef, target: BrowserTarget, input: Input = {}, call?: CallOptions) =>
      act('wait', page, { target, ...input }, call),
    evaluate: async (page: PageRef, script: string, argument?: unknown, call?: CallOptions): Promise<unknown> =>
      (await act('evaluate', page, { script, ...(argument !== undefined && { argument }) }, call))['value'],
    snapshot: async (page: PageRef, input: Input = {}, call?: CallOptions): Promise<string> =>
      String((await act('snapshot', page, input, call))['snapshot']),
    /** The bytes of a PNG. */
    screenshot: async (page: PageRef, input: Input = {}, call?: CallOptions): Promise<Uint8Array> =>
      Uint8Array.from(atob(String((await act('screenshot', page, input, call))['base64'])), (c) => c.charCodeAt(0)),
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
