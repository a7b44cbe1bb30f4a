import type { BrowserContext, Dialog, Page } from 'playwright-core'
import type { BrowserTab } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import { newMemory, type PageMemory, type References } from '../snapshot/page-memory.ts'
import { addressAndTitle } from './title-of.ts'
import { followTraffic, type Traffic } from './traffic.ts'

export interface SeenDialog {
  type: string
  message: string
  accepted: boolean
}

/** A tab of the browser before: its page is loaded when it is used. */
interface SleepingTab {
  id: string
  asleep: Pick<BrowserTab, 'url' | 'title'>
}

export interface Tab {
  id: string
  page: Page
  /** The page that the tab had in the browser before, until it is loaded or another is. */
  asleep: Pick<BrowserTab, 'url' | 'title'> | undefined
  memory: PageMemory
  traffic: Traffic
  hasCrashed: boolean
  /** Rejects with PAGE_CRASHED; a page that crashes leaves its calls without an answer. */
  crashed: Promise<never>
}

export interface Tabs {
  /** The tab of this name, or the active one; throws TAB_NOT_FOUND, BROWSER_NOT_OPEN or PAGE_CRASHED. */
  find(id?: string): Promise<Tab>
  /** The active tab, if it has a page. */
  shown(): Tab | undefined
  /** The tab whose snapshots gave this reference. */
  tabOf(ref: string): string | undefined
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
const FORBIDDEN = /^(?:file|view-source|chrome|chrome-extension|chrome-untrusted|devtools|filesystem|ftp|javascript):/i

/** Whether a page of this address is never shown. */
export const isForbidden = (url: string): boolean => FORBIDDEN.test(url.trim())

interface TabsNeeds {
  context: BrowserContext
  references: References
  /** Tabs of the browser before. */
  restored: BrowserTab[]
}

const isAwake = (tab: Tab | SleepingTab): tab is Tab => 'page' in tab

/** The tabs of one browser: those that actions open, those that pages open, and those that it had before it was ended. */
export function createTabs({ context, references, restored }: TabsNeeds): Tabs {
  const tabs: (Tab | SleepingTab)[] = restored.map(({ id, url, title }) => ({ id, asleep: { url, title } }))
  let made = Math.max(0, ...restored.map(({ id }) => Number(id.slice('tab'.length)) || 0))
  let active: Tab | SleepingTab | undefined = tabs[restored.findIndex((tab) => tab.active)] ?? tabs.at(-1)
  /** The first page is that of the active tab. */
  let first = active && !isAwake(active) ? active : undefined
  let prepared: { accept: boolean; text?: string | undefined } | undefined
  let dialogs: SeenDialog[] = []

  const forget = (tab: Tab | SleepingTab): void => {
    const at = tabs.indexOf(tab)
    if (at >= 0) tabs.splice(at, 1)
    if (active === tab) active = tabs.at(-1)
  }
  const takePlace = (tab: Tab, { id, asleep }: SleepingTab): Tab => {
    const at = tabs.findIndex((each) => each.id === id)
    tabs.splice(tabs.indexOf(tab), 1)
    tabs.splice(at, 1, Object.assign(tab, { id, asleep }))
    if (active?.id === id) active = tab
    return tab
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
    const known = tabs.filter(isAwake).find((tab) => tab.page === page)
    if (known) return known
    const crash = Promise.withResolvers<never>()
    crash.promise.catch(() => {})
    const traffic = followTraffic(page)
    const about = { memory: newMemory(references), traffic, hasCrashed: false, crashed: crash.promise }
    const tab: Tab = { id: `tab${first ? 0 : ++made}`, page, asleep: undefined, ...about }
    tabs.push(tab)
    if (first) takePlace(tab, first)
    else active = tab
    first = undefined
    page.on('close', () => forget(tab))
    page.on('crash', () => {
      tab.hasCrashed = true
      crash.reject(crashOf(tab))
    })
    page.on('dialog', (dialog) => void answer(dialog))
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && /^https?:/.test(frame.url())) tab.asleep = undefined
      if (isForbidden(frame.url())) void page.goto('about:blank').catch(() => {})
    })
    // A page that opens windows without end gets no more of them.
    if (tabs.length > MOST_TABS) void page.close().catch(() => {})
    return tab
  }
  context.on('page', (page) => void add(page))

  const wake = async (sleeping: SleepingTab): Promise<Tab> => {
    const before = active
    const tab = takePlace(add(await context.newPage()), sleeping)
    active = before === sleeping ? tab : before
    return tab
  }

  return {
    async find(id) {
      const tab = id === undefined ? active : tabs.find((each) => each.id === id)
      if (!tab && id !== undefined)
        throw new EngineError('TAB_NOT_FOUND', { tab: id, known: tabs.map((each) => each.id).join(', ') })
      if (!tab) throw new EngineError('BROWSER_NOT_OPEN', {})
      if (!isAwake(tab)) return wake(tab)
      if (tab.hasCrashed) {
        forget(tab)
        void tab.page.close().catch(() => {})
        throw crashOf(tab)
      }
      return tab
    },
    shown: () => (active && isAwake(active) ? active : undefined),
    tabOf: (ref) => tabs.filter(isAwake).find(({ memory }) => memory.known.has(ref))?.id,
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
          id: tab.id,
          ...(isAwake(tab) ? await pageIn(tab) : tab.asleep),
          active: tab === active,
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

/** Address and title of the page in a tab; those of its last page while that is not loaded again. */
export async function pageIn({ page, asleep, hasCrashed }: Tab): Promise<{ url: string; title: string }> {
  if (asleep) return asleep
  return hasCrashed ? { url: page.url().slice(0, 4000), title: '' } : addressAndTitle(page)
}
