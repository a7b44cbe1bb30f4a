import type { BrowserFrame, BrowserInfo, BrowserList } from '../contract/browser.ts'
import type { OpenBrowser } from './open-browser.ts'

/** The action that a browser works for. */
export interface BrowserCaller {
  userId: string
  actionId: string
  sessionId?: string
  cause?: string
  signal: AbortSignal
}

export interface Use {
  /** Whether a browser is opened where the session has none. */
  opens: boolean
  /** Hosts that it may reach from now on, instead of those of the session. */
  allow?: string[] | undefined
  /** The address that it will open: no browser is started for one that no host is allowed for. */
  url?: string | undefined
}

/** Browsers of sessions: one for each, in a sandbox of its own. */
export interface BrowsersApi {
  /** Lends the browser of a session, or one for this action alone; throws BROWSER_NOT_OPEN where none is and none is opened. */
  use<T>(caller: BrowserCaller, use: Use, work: (browser: OpenBrowser) => Promise<T>): Promise<T>
  /** The browsers of a user's sessions that are open in this engine. */
  list(userId: string): Promise<BrowserList['browsers']>
  info(sessionId: string, userId: string): Promise<BrowserInfo>
  /** Whether there was one. Its cookies are kept with the session. */
  end(sessionId: string, userId: string): Promise<boolean>
  /** Pictures of the active page, as it changes, until the reader leaves or the browser ends. */
  live(sessionId: string, userId: string, signal: AbortSignal): Promise<AsyncIterable<BrowserFrame>>
}
