import type { Ground } from '../contract/ground.ts'
import type { BrowserRows, BrowserState } from '../store/browser/browser-rows.ts'
import type { OpenBrowser, StorageState } from './open-browser.ts'
import { within } from './page/within.ts'

export interface Keeper {
  /** Cookies and storage of an earlier browser of the session. */
  state: StorageState | undefined
  follow(browser: OpenBrowser): void
  /** Something may have changed: it is saved soon. */
  touch(): void
  save(): Promise<void>
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

/** Keeps the cookies and the storage of a session's browser, so that the next one has them, also after a restart. */
export function createKeeper({ rows, kept, sessionId, userId, clock, onTrouble }: KeeperNeeds): Keeper {
  let browser: OpenBrowser | undefined
  let last = ''
  let timer: NodeJS.Timeout | undefined
  let isTouched = false
  let asked: Promise<StorageState | undefined> = Promise.resolve(undefined)
  const body = kept?.body as { storage?: StorageState } | undefined

  /** One after the other, also when nobody waits for the last one any more: each opens a page for every origin that has storage. */
  function ask({ context }: OpenBrowser): Promise<StorageState> {
    const next = asked.catch(() => {}).then(() => context.storageState())
    asked = next
    return next
  }
  async function save(): Promise<void> {
    if (!browser || sessionId === undefined || userId === undefined) return
    const state = ask(browser)
    const storage = await within(state, { what: 'The state of the browser', timeoutMs: SAVE_MS })
    const url = (await browser.tabs.list()).find(({ active }) => active)?.url
    const next = JSON.stringify({ storage, url })
    if (next === last || next.length > MOST_BYTES) return
    last = next
    await rows.save({ sessionId, userId, savedAt: clock(), body: { storage, url } })
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
    state: body?.storage,
    follow(opened) {
      browser = opened
      void opened.ended.then(() => {
        browser = undefined
        clearTimeout(timer)
      })
    },
    touch,
    save: () => {
      clearTimeout(timer)
      return save()
    },
  }
}
