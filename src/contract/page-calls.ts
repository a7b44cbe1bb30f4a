import type { ActionRequest, ActionResult } from './action.ts'
import type { BrowserTarget } from './browser.ts'

type Input = Record<string, unknown>
type Fields = Record<string, string | boolean | string[]>
/** The answer that every action on a page has, beside its own. */
export type PageReport = { tab: string | null; url: string; title: string } & Record<string, unknown>

/** A page of a session's browser: a session, and a tab of it where more than one is open. */
export interface PageRef {
  session: string
  tab?: string
}

export interface PageDoor<C> {
  /** Does one action; `C` is all that its caller says beside it. */
  execute(request: ActionRequest, call?: C): Promise<ActionResult>
  /** The error of an action that did not end well, as this door throws it. */
  errorOf(result: ActionResult): Error
}

/** Actions `browser.*` by the names under which other browsers have them; one that does not end well is thrown. */
export interface PageCalls<C> {
  /** Any action by its name without `browser.`: dblclick, hover, drag, select, pdf, cookies … */
  act(type: string, page: PageRef, input: Input, call?: C): Promise<PageReport>
  /** Opens a new tab, and the browser where there is none. */
  createPage(session: string, input?: Input, call?: C): Promise<PageRef & PageReport>
  navigateTo(page: PageRef, url: string, input?: Input, call?: C): Promise<PageReport>
  click(page: PageRef, target: BrowserTarget, input?: Input, call?: C): Promise<PageReport>
  type(page: PageRef, target: BrowserTarget, text: string, call?: C): Promise<PageReport>
  /** Values by the label, name or selector of their field. */
  fillForm(page: PageRef, fields: Fields, input?: Input, call?: C): Promise<PageReport>
  waitForSelector(page: PageRef, target: BrowserTarget, input?: Input, call?: C): Promise<PageReport>
  evaluate(page: PageRef, script: string, argument?: unknown, call?: C): Promise<unknown>
  snapshot(page: PageRef, input?: Input, call?: C): Promise<string>
  /** The bytes of a PNG. */
  screenshot(page: PageRef, input?: Input, call?: C): Promise<Uint8Array>
}

export function pageCalls<C>({ execute, errorOf }: PageDoor<C>): PageCalls<C> {
  const act: PageCalls<C>['act'] = async (type, page, input, call) => {
    const given = { ...(page.tab !== undefined && { tab: page.tab }), ...input }
    const result = await execute({ type: `browser.${type}`, input: given, session: page.session }, call)
    if (result.outcome === 'ok') return result.output as PageReport
    throw errorOf(result)
  }
  return {
    act,
    async createPage(session, input, call) {
      const opened = await act('open', { session }, { newTab: true, ...input }, call)
      return { ...opened, session, tab: opened.tab ?? '' } as PageRef & PageReport
    },
    navigateTo: (page, url, input, call) => act('navigate', page, { url, ...input }, call),
    click: (page, target, input, call) => act('click', page, { target, ...input }, call),
    type: (page, target, text, call) => act('type', page, { target, text }, call),
    fillForm: (page, fields, input, call) => act('fill', page, { fields, ...input }, call),
    waitForSelector: (page, target, input, call) => act('wait', page, { target, ...input }, call),
    evaluate: async (page, script, argument, call) =>
      (await act('evaluate', page, { script, ...(argument !== undefined && { argument }) }, call))['value'],
    snapshot: async (page, input = {}, call) => String((await act('snapshot', page, input, call))['snapshot']),
    screenshot: async (page, input = {}, call) =>
      Uint8Array.from(atob(String((await act('screenshot', page, input, call))['base64'])), (c) => c.charCodeAt(0)),
  }
}
