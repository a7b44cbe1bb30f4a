import { once } from 'node:events'
import type { CDPSession } from 'playwright-core'
import type { BrowserFrame } from '../../contract/browser.ts'
import type { OpenBrowser } from '../open-browser.ts'
import type { Tab } from './tabs.ts'

const FORMAT = { format: 'jpeg', quality: 60, maxWidth: 1280, maxHeight: 960 } as const
/** The active tab may change: it is looked for so often. */
const LOOK_MS = 500

/** Pictures of the active tab as it changes. A reader who is slow gets the newest one, and no others. */
export async function* screencast(
  browser: OpenBrowser,
  { signal, clock }: { signal: AbortSignal; clock(): number },
): AsyncGenerator<BrowserFrame> {
  const gone = new AbortController()
  void browser.ended.then(() => gone.abort())
  const over = AbortSignal.any([signal, gone.signal])
  const bell = new EventTarget()
  let newest: BrowserFrame | undefined
  let shown: { tab: Tab; session: CDPSession } | undefined
  /** The address that the last picture showed. */
  let pictured: string | undefined
  let isFollowing = false
  const follow = async (): Promise<void> => {
    const tab = browser.tabs.shown()
    if (!tab) return
    if (shown?.tab === tab) {
      // A page that comes while pictures begin may take them away; a page at rest would never be shown.
      if (pictured !== tab.page.url()) await begin(shown.session)
      return
    }
    pictured = undefined
    await shown?.session.detach().catch(() => {})
    const session = await browser.context.newCDPSession(tab.page)
    shown = { tab, session }
    session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
      void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
      const size = { width: Math.round(metadata.deviceWidth), height: Math.round(metadata.deviceHeight) }
      pictured = tab.page.url()
      newest = { tab: tab.id, url: pictured, at: clock(), mime: 'image/jpeg', data, ...size }
      bell.dispatchEvent(new Event('frame'))
    })
    await begin(session)
  }
  const look = async (): Promise<void> => {
    if (isFollowing) return
    isFollowing = true
    await follow().catch(() => {})
    isFollowing = false
  }
  const looking = setInterval(() => void look(), LOOK_MS)
  try {
    await look()
    while (!over.aborted) {
      if (!newest) await once(bell, 'frame', { signal: over }).catch(() => {})
      const frame = newest
      newest = undefined
      if (frame && !over.aborted) yield frame
    }
  } finally {
    clearInterval(looking)
    await shown?.session.detach().catch(() => {})
  }
}

async function begin(session: CDPSession): Promise<void> {
  await session.send('Page.stopScreencast')
  await session.send('Page.startScreencast', FORMAT)
}
