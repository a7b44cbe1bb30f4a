import type { BrowserInfo, BrowserTab } from '../contract/browser.ts'
import type { Ground } from '../contract/ground.ts'
import type { BrowserRows, BrowserState } from '../store/browser/browser-rows.ts'
import type { LeftBehind, OpenBrowser, StorageState } from './open-browser.ts'
import { within } from './page/within.ts'

export interface Keeper {
  /** Everything of an earlier browser of the session. */
  left: LeftBehind
  follow(browser: OpenBrowser): void
  /** Something may have changed: it is saved soon. */
  touch(): void
  save(last?: { keepsTabs: boolean }): Promise<void>
}

/** The row of a browser, as it is kept. */
interface KeptBody {
  storage?: StorageState
  tabs?: BrowserTab[]
  nextRef?: number
  /** Whether it was saved when the browser ended: nothing came after it. */
  isLast?: boolean
}

interface KeeperNeeds extends Pick<Ground, 'clock' | 'onTrouble'> {
  rows: Pick<BrowserRows, 'save'>
  kept: BrowserState | undefined
  /** Absent for a browser without a session: nothing of it is kept. */
  sessionId?: string
  userId?: string
}

/** Actions follow each other closely: one save serves several. */
const SOON_MS = 1000
const SAVE_MS = 5000
const MOST_BYTES = 5_000_000
/** More references than pages give before the next save. */
const MISSED_REFERENCES = 10_000

/** Keeps the cookies and the storage of a session's browser, so that the next one has them, also after a restart. */
export function createKeeper({ rows, kept, sessionId, userId, clock, onTrouble }: KeeperNeeds): Keeper {
  let browser: OpenBrowser | undefined
  let saved = ''
  let timer: NodeJS.Timeout | undefined
  let isTouched = false
  let asked: Promise<StorageState | undefined> = Promise.resolve(undefined)

  /** One after the other, also when nobody waits for the last one any more: each opens a page for every origin that has storage. */
  function ask({ context }: OpenBrowser): Promise<StorageState> {
    const next = asked.catch(() => {}).then(() => context.storageState())
    asked = next
    return next
  }
  async function save(last?: { keepsTabs: boolean }): Promise<void> {
    if (!browser || sessionId === undefined || userId === undefined) return
    const state = ask(browser)
    const storage = await within(state, { what: 'The state of the browser', timeoutMs: SAVE_MS })
    const all = last?.keepsTabs === false ? [] : await browser.tabs.list()
    const tabs = all.filter(({ url }) => /^https?:/.test(url))
    const body = { storage, tabs, nextRef: browser.references.next, ...(last && { isLast: true }) }
    const text = JSON.stringify(body)
    if (text === saved || text.length > MOST_BYTES) return
    saved = text
    await rows.save({ sessionId, userId, savedAt: clock(), body })
  }
  function touch(): void {
    isTouched = true
    timer ??= setTimeout(() => void saveTouched(), SOON_MS)
    timer.unref()
  }
  async function saveTouched(): Promise<void> {
    isTouched = false
    await save().catch((error) => browser && onTrouble(error))
    timer = undefined
    if (isTouched && browser) touch()
  }
  return {
    left: leftIn(kept),
    follow(opened) {
      browser = opened
      void opened.ended.then(() => {
        browser = undefined
        clearTimeout(timer)
      })
    },
    touch,
    save: (last) => {
      clearTimeout(timer)
      return save(last)
    },
  }
}

function leftIn(kept: BrowserState | undefined): LeftBehind {
  const { storage, tabs = [], nextRef = 1, isLast = !kept } = (kept?.body ?? {}) as KeptBody
  return { storage, tabs, nextRef: nextRef + (isLast ? 0 : MISSED_REFERENCES) }
}

/** The kept state as its owner sees it. */
export function savedOf(kept: BrowserState | undefined): BrowserInfo['saved'] {
  if (!kept) return null
  const { storage, tabs } = leftIn(kept)
  const { cookies = [], origins = [] } = storage ?? {}
  const url = tabs.find(({ active }) => active)?.url ?? null
  return { cookies: cookies.length, origins: origins.length, url, tabs, at: kept.savedAt }
}
