import type { Config } from '../config/settings.ts'
import type { BrowserEnd, BrowserFrame, BrowserInfo } from '../contract/browser.ts'
import type { Edge } from '../contract/effect.ts'
import { EngineError } from '../contract/errors.ts'
import type { StreamDraft } from '../contract/event.ts'
import type { Ground } from '../contract/ground.ts'
import type { SessionInfo } from '../contract/session.ts'
import type { BrowserRows } from '../store/browser/browser-rows.ts'
import type { BrowserCaller, BrowsersApi, Use } from './browsers-api.ts'
import type { WarmBrowsers } from './chromium/warm-browsers.ts'
import { createKeeper, type Keeper } from './keep-state.ts'
import { type OpenBrowser, openBrowser } from './open-browser.ts'
import type { Downloaded } from './page/downloads.ts'
import { requestDraft } from './page/request-audit.ts'
import { screencast } from './page/screencast.ts'

export interface BrowserNeeds extends Ground {
  config: Pick<Config, 'browsersPerUser' | 'browserIdleMs'>
  rows: BrowserRows
  warm: WarmBrowsers
  sessions: {
    get(id: string, userId: string): Promise<SessionInfo>
    files: {
      write(
        id: string,
        owner: { userId: string; signal: AbortSignal },
        file: { path: string; content: AsyncIterable<Uint8Array> },
      ): Promise<void>
    }
  }
  grants: { assertNetwork(allow: string[]): void }
  edge: Pick<Edge, 'hosts' | 'newHosts'>
  /** Takes a place among all long-lived sandboxes. */
  takePlace(userId: string): () => void
}

interface Live {
  browser: OpenBrowser
  keeper: Keeper
  of: Pick<StreamDraft, 'subject' | 'userId' | 'sessionId'>
  rest: NodeJS.Timeout | undefined
  /** Actions under way. */
  users: number
}

export interface Browsers extends BrowsersApi {
  /** Ends the browser of a session that is gone. */
  forget(sessionId: string): Promise<void>
  close(): Promise<void>
}

/** The browsers of this engine, by their session; one without a session lives for one action. */
export function createBrowsers(needs: BrowserNeeds): Browsers {
  const { config, rows, clock, onTrouble } = needs
  const opened = new Map<string, { userId: string; live: Promise<Live> }>()
  const closing = new AbortController()
  const tell = (...drafts: StreamDraft[]) => rows.tell(drafts).catch(onTrouble)

  async function flush({ browser, of }: Live): Promise<void> {
    await tell(...browser.audit.take().map((request) => requestDraft(request, of)))
  }
  async function end(key: string, why: BrowserEnd): Promise<boolean> {
    const entry = opened.get(key)
    if (!entry) return false
    opened.delete(key)
    const live = await entry.live.catch(() => undefined)
    if (!live) return false
    clearTimeout(live.rest)
    if (why !== 'crashed' && why !== 'session') await live.keeper.save().catch(onTrouble)
    await live.browser.destroy()
    await flush(live)
    await tell({ type: 'browser.closed', ...live.of, at: clock(), why } as StreamDraft)
    return true
  }
  function refuseMany(userId: string): void {
    const own = [...opened.values()].filter((each) => each.userId === userId).length
    if (own >= config.browsersPerUser) throw new EngineError('BROWSER_LIMIT', { limit: config.browsersPerUser })
  }
  async function networkOf(caller: BrowserCaller, allow: string[]) {
    const { userId, sessionId, cause } = caller
    const of = { userId, sessionId, cause, signal: AbortSignal.any([caller.signal, closing.signal]) }
    needs.grants.assertNetwork(allow)
    await needs.edge.hosts(allow, {}, of)
    const beyond = await needs.edge.newHosts(
      { browser: sessionId ?? caller.actionId },
      { ...of, signal: closing.signal },
    )
    return { allow, ...(beyond && { beyond }) }
  }
  async function open(caller: BrowserCaller, session: SessionInfo | undefined, use: Use): Promise<Live> {
    const { userId, actionId } = caller
    const network = await networkOf(caller, use.allow ?? session?.network.allow ?? [])
    if (use.url !== undefined && network.allow.length === 0 && !network.beyond)
      throw new EngineError('ADDRESS_REFUSED', { url: use.url, reason: 'no host is in the allow-list' })
    const leave = needs.takePlace(userId)
    try {
      const sessionId = session?.id ?? null
      const subject = sessionId === null ? (`action:${actionId}` as const) : (`session:${sessionId}` as const)
      const of = { subject, userId, sessionId }
      const kept = sessionId === null ? undefined : await rows.load(sessionId)
      const { started, startedFrom } = await needs.warm.take(AbortSignal.any([caller.signal, closing.signal]))
      const onDownload = ({ name, path, bytes, reason }: Downloaded) =>
        void tell({
          type: 'browser.downloaded',
          ...of,
          at: clock(),
          name,
          path,
          bytes,
          ...(reason && { reason }),
        } as StreamDraft)
      const keep = sessionId === null ? undefined : keepIn(sessionId, userId)
      const keeper = createKeeper({ rows, clock, onTrouble, kept, ...(sessionId !== null && { sessionId, userId }) })
      const browser = await openBrowser({ started, network, clock, onTrouble, keep, onDownload, state: keeper.state })
      keeper.follow(browser)
      void browser.ended.then(leave)
      const { version, isolation } = browser
      const restored = keeper.state !== undefined
      await tell({
        type: 'browser.opened',
        ...of,
        at: clock(),
        version,
        isolation,
        startedFrom,
        restored,
      } as StreamDraft)
      return { browser, keeper, of, rest: undefined, users: 0 }
    } catch (error) {
      leave()
      throw error
    }
  }
  const keepIn =
    (sessionId: string, userId: string) =>
    async (name: string, content: AsyncIterable<Uint8Array>): Promise<string> => {
      const path = `downloads/${name}`
      await needs.sessions.files.write(sessionId, { userId, signal: closing.signal }, { path, content })
      return path
    }

  /** The browser of this key; made where there is none and one may be. */
  async function take(caller: BrowserCaller, use: Use): Promise<Live> {
    const { opens, allow } = use
    const { userId, sessionId, actionId } = caller
    const key = sessionId ?? actionId
    const session = sessionId === undefined ? undefined : await needs.sessions.get(sessionId, userId)
    const known = opened.get(key)
    if (known) {
      const live = await known.live
      if (allow) await live.browser.setNetwork(await networkOf(caller, allow))
      return live
    }
    if (!opens) throw new EngineError('BROWSER_NOT_OPEN', {})
    if (closing.signal.aborted) throw new EngineError('SERVER_STOPPING', {})
    refuseMany(userId)
    const live = open(caller, session, use)
    opened.set(key, { userId, live })
    live.then(
      ({ browser }) => void browser.ended.then(() => end(key, 'crashed')).catch(onTrouble),
      () => opened.delete(key),
    )
    return live
  }

  return {
    async use(caller, use, work) {
      const live = await take(caller, use)
      clearTimeout(live.rest)
      live.users++
      try {
        return await live.browser.during(() => work(live.browser))
      } finally {
        live.users--
        await flush(live)
        if (caller.sessionId === undefined) await end(caller.actionId, 'done')
        else {
          live.keeper.touch()
          clearTimeout(live.rest)
          if (live.users === 0) {
            live.rest = setTimeout(
              () => void end(caller.sessionId ?? '', 'idle').catch(onTrouble),
              config.browserIdleMs,
            )
            live.rest.unref()
          }
        }
      }
    },
    async info(sessionId, userId) {
      await needs.sessions.get(sessionId, userId)
      return infoOf(await opened.get(sessionId)?.live, await rows.load(sessionId))
    },
    async end(sessionId, userId) {
      await needs.sessions.get(sessionId, userId)
      return end(sessionId, 'asked')
    },
    async live(sessionId, userId, signal): Promise<AsyncIterable<BrowserFrame>> {
      await needs.sessions.get(sessionId, userId)
      const live = await opened.get(sessionId)?.live
      if (!live) throw new EngineError('BROWSER_NOT_OPEN', {})
      return screencast(live.browser, { signal: AbortSignal.any([signal, closing.signal]), clock })
    },
    forget: async (sessionId) => void (await end(sessionId, 'session')),
    async close() {
      closing.abort(new EngineError('SERVER_STOPPING', {}))
      await Promise.all([...opened.keys()].map((key) => end(key, 'stopping')))
      await needs.warm.close()
    },
  }
}

async function infoOf(live: Live | undefined, kept: Awaited<ReturnType<BrowserRows['load']>>): Promise<BrowserInfo> {
  const body = kept?.body as { storage?: { cookies: unknown[]; origins: unknown[] }; url?: string } | undefined
  const { cookies = [], origins = [] } = body?.storage ?? {}
  return {
    open: live !== undefined,
    isolation: live?.browser.isolation ?? null,
    version: live?.browser.version ?? null,
    openedAt: live?.browser.openedAt ?? null,
    tabs: live ? await live.browser.tabs.list() : [],
    saved: kept ? { cookies: cookies.length, origins: origins.length, url: body?.url ?? null, at: kept.savedAt } : null,
  }
}
