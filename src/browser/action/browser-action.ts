import { z } from 'zod'
import type { Action, ActionContext } from '../../action/action.ts'
import type { Config } from '../../config/settings.ts'
import { type BrowserTarget, repairKind } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import type { StreamDraft } from '../../contract/event.ts'
import type { Ground } from '../../contract/ground.ts'
import type { BrowserRows } from '../../store/browser/browser-rows.ts'
import type { BrowsersApi } from '../browsers-api.ts'
import type { OpenBrowser } from '../open-browser.ts'
import { explain } from '../page/explain.ts'
import { addressOf, goTo } from '../page/go-to.ts'
import { pageIn, type Tab } from '../page/tabs.ts'
import { act } from '../repair/act.ts'
import type { Repair } from '../repair/act-place.ts'

export interface SessionFiles {
  read(path: string): Promise<Uint8Array>
  write(path: string, content: Uint8Array): Promise<void>
}

export interface BrowserActionNeeds extends Pick<Ground, 'clock' | 'onTrouble'> {
  browsers: Pick<BrowsersApi, 'use' | 'end'>
  rows: Pick<BrowserRows, 'tell'>
  config: Pick<Config, 'browserTimeoutMs' | 'browserSnapshotTokens'>
  files(sessionId: string, owner: { userId: string; signal: AbortSignal }): SessionFiles
}

/** Everything that one action has of its browser. */
export interface Work {
  browser: OpenBrowser
  tab: Tab
  config: BrowserActionNeeds['config']
  /** Longest that one step of it may take. */
  timeoutMs: number
  signal: AbortSignal
  clock(): number
  hasSession: boolean
  /** Does something with an element, and repairs that where the page has changed. */
  act<T>(target: BrowserTarget, work: Parameters<typeof act<T>>[2]): Promise<T>
  /** Files of the session; throws where there is none. */
  files(): SessionFiles
}

/** Input that every action has. */
export const common = {
  tab: z.string().max(20).optional().describe('The tab that it works in; the active one unless it is told'),
  timeoutMs: z.int().min(1).max(600_000).optional().describe('Longest that it may wait for the page'),
}

const report = {
  tab: z.string().nullable(),
  url: z.string(),
  title: z.string(),
  repairs: z
    .array(z.object({ attempt: z.int(), failure: repairKind, change: z.string(), worked: z.boolean() }))
    .optional()
    .describe('What was changed because the page had changed'),
  dialogs: z.array(z.object({ type: z.string(), message: z.string(), accepted: z.boolean() })).optional(),
  downloads: z
    .array(
      z.object({ name: z.string(), path: z.string().nullable(), bytes: z.number(), reason: z.string().optional() }),
    )
    .optional()
    .describe('Files that came; they lie in downloads/ of the session'),
  refused: z
    .array(z.object({ host: z.string(), port: z.int(), reason: z.string() }))
    .optional()
    .describe('Hosts that the page wanted, and that the allow-list does not have'),
}

type Given = { tab?: string | undefined; timeoutMs?: number | undefined }

interface BrowserWork<Input, Output extends z.ZodRawShape> {
  description: string
  input: z.ZodType<Input>
  output: Output
  /** Whether it changes anything; the others only look. */
  changes: boolean
  /** Whether it opens a browser, or a tab, where there is none. */
  opens?: boolean
  /** Whether it works without a session, in a browser of its own. */
  worksAlone?: boolean
  /** Hosts that the browser may reach from now on. */
  allowOf?(asked: Input): string[] | undefined
  /** The address that it opens. */
  urlOf?(asked: Input): string | undefined
  /** Whether it needs no page: a tab of the browser before is not loaded for it. */
  needsNoPage?: boolean
  /** Time for one step where the action says none. */
  usualMs?(config: BrowserActionNeeds['config']): number
  work(asked: Input, work: Work): Promise<z.input<z.ZodObject<Output>>>
}

const USUAL_MS = 5000
const DOWNLOAD_MS = 5000

/** An action on a page of the session's browser. */
export const browserAction =
  <Input extends Given, Output extends z.ZodRawShape>(type: `browser.${string}`, given: BrowserWork<Input, Output>) =>
  (needs: BrowserActionNeeds): Action<Input, unknown> => ({
    type,
    description: given.description,
    input: given.input,
    output: z.object({ ...report, ...given.output }),
    problemsOf: (_, { sessionId }) =>
      sessionId === undefined && !given.worksAlone
        ? ['body: needs a session; the browser lives in it: give "session"']
        : [],
    reachOf(asked, { reachesOut }) {
      if (!given.changes) return 'none'
      return reachesOut || (given.allowOf?.(asked)?.length ?? 0) > 0 ? 'outside' : 'inside'
    },
    async execute(asked, context) {
      const repairs: Repair[] = []
      const url = given.urlOf?.(asked)
      if (url !== undefined) addressOf(url)
      const use = { opens: given.opens === true, allow: given.allowOf?.(asked), url }
      const output = await needs.browsers.use(context, use, async (browser) => {
        const begun = needs.clock()
        const tab = await tabFor(browser, asked, given.opens === true)
        const timeoutMs = asked.timeoutMs ?? given.usualMs?.(needs.config) ?? USUAL_MS
        const work = workOf(needs, { type, context, browser, tab, timeoutMs, repairs })
        const doIt = async () => {
          if (tab.asleep && url === undefined && !given.needsNoPage) await loadAgain(browser, tab, work)
          return given.work(asked, work)
        }
        const result = await Promise.race([doIt(), tab.crashed]).catch((error) => {
          const told = explain(error, { what: `The action ${type}`, timeoutMs })
          // The caller has heard of the crash: the next action must not fail by it once more.
          if (told instanceof EngineError && told.code === 'PAGE_CRASHED') void browser.tabs.close(tab).catch(() => {})
          throw told
        })
        return { ...(await reportOf(browser, { tab, begun, repairs })), ...result }
      })
      return { outcome: 'ok', output }
    },
  })

/** The page that a tab had in the browser before. */
async function loadAgain({ audit }: OpenBrowser, { page, asleep }: Tab, { timeoutMs, clock }: Work): Promise<void> {
  if (asleep) await goTo({ page, audit, timeoutMs, clock }, asleep.url)
}

async function tabFor(browser: OpenBrowser, { tab }: Given, opens: boolean): Promise<Tab> {
  if (tab !== undefined || !opens) return browser.tabs.find(tab)
  try {
    return await browser.tabs.find()
  } catch (error) {
    if (error instanceof EngineError && error.code === 'BROWSER_NOT_OPEN') return browser.tabs.open()
    throw error
  }
}

interface WorkParts {
  type: string
  context: ActionContext
  browser: OpenBrowser
  tab: Tab
  timeoutMs: number
  repairs: Repair[]
}

function workOf(needs: BrowserActionNeeds, { type, context, browser, tab, timeoutMs, repairs }: WorkParts): Work {
  const { config, clock, rows, onTrouble } = needs
  const { userId, sessionId, actionId, signal } = context
  const onRepair = (repair: Repair): void => {
    repairs.push(repair)
    const subject = sessionId === undefined ? (`action:${actionId}` as const) : (`session:${sessionId}` as const)
    const of = { subject, userId, sessionId: sessionId ?? null, at: clock() }
    rows.tell([{ type: 'browser.repaired', ...of, action: type, ...repair } as StreamDraft]).catch(onTrouble)
  }
  return {
    ...{ browser, tab, config, timeoutMs, signal, clock, hasSession: sessionId !== undefined },
    act: (target, work) => act({ browser, tab, timeoutMs, signal, onRepair }, target, work),
    files() {
      if (sessionId === undefined)
        throw new EngineError('INVALID_REQUEST', { problems: ['body: files lie in a session; give "session"'] })
      return needs.files(sessionId, { userId, signal })
    },
  }
}

interface Reported {
  tab: Tab
  begun: number
  repairs: Repair[]
}

async function reportOf(browser: OpenBrowser, { tab, begun, repairs }: Reported) {
  const downloads = await browser.downloads.settle(DOWNLOAD_MS)
  const dialogs = browser.tabs.takeDialogs()
  const refused = browser.audit.refusedToPages(begun)
  const isThere = !tab.page.isClosed()
  return {
    tab: isThere ? tab.id : null,
    ...(isThere ? await pageIn(tab) : { url: '', title: '' }),
    ...(repairs.length > 0 && { repairs }),
    ...(dialogs.length > 0 && { dialogs }),
    ...(downloads.length > 0 && { downloads }),
    ...(refused.length > 0 && { refused }),
  }
}
