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
  const follow = async (): Promise<void> => {
    const tab = browser.tabs.find()
    if (shown?.tab === tab) return
    await shown?.session.detach().catch(() => {})
    const session = await browser.context.newCDPSession(tab.page)
    shown = { tab, session }
    session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
      void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
      const size = { width: Math.round(metadata.deviceWidth), height: Math.round(metadata.deviceHeight) }
      newest = { tab: tab.id, url: tab.page.url(), at: clock(), mime: 'image/jpeg', data, ...size }
      bell.dispatchEvent(new Event('frame'))
    })
    await session.send('Page.startScreencast', FORMAT)
  }
  const look = setInterval(() => void follow().catch(() => {}), LOOK_MS)
  try {
    await follow().catch(() => {})
    while (!over.aborted) {
      if (!newest) await once(bell, 'frame', { signal: over }).catch(() => {})
      const frame = newest
      newest = undefined
      if (frame && !over.aborted) yield frame
    }
  } finally {
    clearInterval(look)
    await shown?.session.detach().catch(() => {})
  }
}
