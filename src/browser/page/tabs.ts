import type { BrowserContext, Dialog, Page } from 'playwright-core'
import type { BrowserTab } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import { followTraffic, type Traffic } from './traffic.ts'

export interface SeenDialog {
  type: string
  message: string
  accepted: boolean
}

export interface Tab {
  id: string
  page: Page
  traffic: Traffic
  hasCrashed: boolean
  /** Rejects with PAGE_CRASHED; a page that crashes leaves its calls without an answer. */
  crashed: Promise<never>
}

export interface Tabs {
  /** The tab of this name, or the active one; throws TAB_NOT_FOUND, BROWSER_NOT_OPEN or PAGE_CRASHED. */
  find(id?: string): Tab
  open(): Promise<Tab>
  activate(tab: Tab): Promise<void>
  close(tab: Tab): Promise<void>
  list(): Promise<BrowserTab[]>
  /** Answers the next dialog in this way; without one alerts are accepted and everything else is dismissed. */
  prepareDialog(answer: { accept: boolean; text?: string | undefined }): void
  /** Dialogs since the last call. */
  takeDialogs(): SeenDialog[]
}

const MOST_TABS = 20
const KEPT_DIALOGS = 20
/** A page that hangs must not keep the list of tabs from its caller. */
const TITLE_MS = 1000
const FORBIDDEN = /^(?:file|view-source|chrome|chrome-extension|chrome-untrusted|devtools|filesystem|ftp|javascript):/i

/** Whether a page of this address is never shown. */
export const isForbidden = (url: string): boolean => FORBIDDEN.test(url.trim())

/** The tabs of one browser: those that actions open, and those that pages open. */
export function createTabs(context: BrowserContext): Tabs {
  const tabs: Tab[] = []
  let made = 0
  let active: Tab | undefined
  let prepared: { accept: boolean; text?: string | undefined } | undefined
  let dialogs: SeenDialog[] = []

  const forget = (tab: Tab): void => {
    const at = tabs.indexOf(tab)
    if (at >= 0) tabs.splice(at, 1)
    if (active === tab) active = tabs.at(-1)
  }
  const answer = async (dialog: Dialog): Promise<void> => {
    const given = prepared
    prepared = undefined
    const accepted = given ? given.accept : dialog.type() === 'alert' || dialog.type() === 'beforeunload'
    dialogs = [...dialogs, { type: dialog.type(), message: dialog.message().slice(0, 2000), accepted }].slice(
      -KEPT_DIALOGS,
    )
    await (accepted ? dialog.accept(given?.text) : dialog.dismiss()).catch(() => {})
  }
  const add = (page: Page): Tab => {
    const known = tabs.find((tab) => tab.page === page)
    if (known) return known
    const crash = Promise.withResolvers<never>()
    crash.promise.catch(() => {})
    const traffic = followTraffic(page)
    const tab: Tab = { id: `tab${++made}`, page, traffic, hasCrashed: false, crashed: crash.promise }
    tabs.push(tab)
    active = tab
    page.on('close', () => forget(tab))
    page.on('crash', () => {
      tab.hasCrashed = true
      crash.reject(crashOf(tab))
    })
    page.on('dialog', (dialog) => void answer(dialog))
    page.on('framenavigated', (frame) => {
      if (isForbidden(frame.url())) void page.goto('about:blank').catch(() => {})
    })
    // A page that opens windows without end gets no more of them.
    if (tabs.length > MOST_TABS) void page.close().catch(() => {})
    return tab
  }
  context.on('page', (page) => void add(page))

  return {
    find(id) {
      const tab = id === undefined ? active : tabs.find((each) => each.id === id)
      if (!tab && id !== undefined)
        throw new EngineError('TAB_NOT_FOUND', { tab: id, known: tabs.map((each) => each.id).join(', ') })
      if (!tab) throw new EngineError('BROWSER_NOT_OPEN', {})
      if (tab.hasCrashed) {
        forget(tab)
        void tab.page.close().catch(() => {})
        throw crashOf(tab)
      }
      return tab
    },
    open: async () => add(await context.newPage()),
    async activate(tab) {
      active = tab
      await tab.page.bringToFront()
    },
    async close(tab) {
      forget(tab)
      await tab.page.close()
    },
    list: () =>
      Promise.all(
        tabs.map(async (tab) => ({
          ...{ id: tab.id, url: tab.page.url(), active: tab === active },
          title: await titleOf(tab),
        })),
      ),
    prepareDialog(given) {
      prepared = given
    },
    takeDialogs() {
      const taken = dialogs
      dialogs = []
      return taken
    },
  }
}

const crashOf = ({ page }: Tab) => new EngineError('PAGE_CRASHED', { url: page.url().slice(0, 200) })

export async function titleOf({ page, hasCrashed }: Tab): Promise<string> {
  if (hasCrashed) return ''
  const late = new Promise<string>((resolve) => setTimeout(() => resolve(''), TITLE_MS).unref())
  return (await Promise.race([page.title().catch(() => ''), late])).slice(0, 500).toWellFormed()
}
