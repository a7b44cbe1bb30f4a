import type { BrowserEnd, BrowserFrame, BrowserInfo } from '../contract/browser.ts'
import { EngineError } from '../contract/errors.ts'
import type { StreamDraft } from '../contract/event.ts'
import type { BrowserRows } from '../store/browser/browser-rows.ts'
import type { BrowserCaller, BrowsersApi, Use } from './browsers-api.ts'
import { savedOf } from './keep-state.ts'
import { type BrowserNeeds, type Live, networkOf, openLive } from './open-live.ts'
import { screencast } from './page/screencast.ts'

export interface Browsers extends BrowsersApi {
  /** Ends the browser of a session that is gone. */
  forget(sessionId: string): Promise<void>
  close(): Promise<void>
}

interface Entry {
  userId: string
  live: Promise<Live>
}

/** The browsers of this engine, by their session; one without a session lives for one action. */
export function createBrowsers(needs: BrowserNeeds): Browsers {
  const { config, rows, clock, onTrouble } = needs
  const opened = new Map<string, Entry>()
  const ending = new Map<string, Promise<unknown>>()
  const closing = new AbortController()

  async function endLive({ live: opening }: Entry, why: BrowserEnd): Promise<boolean> {
    const live = await opening.catch(() => undefined)
    if (!live) return false
    clearTimeout(live.rest)
    if (why !== 'crashed' && why !== 'session') await live.keeper.save({ keepsTabs: why !== 'asked' }).catch(onTrouble)
    await live.browser.destroy()
    await live.flush()
    await rows.tell([{ type: 'browser.closed', ...live.of, at: clock(), why } as StreamDraft]).catch(onTrouble)
    return true
  }
  /** Ends this browser of a key, or whichever it has: the end of an old one must not be that of its successor. */
  async function end(key: string, why: BrowserEnd, only = opened.get(key)): Promise<boolean> {
    if (!only || opened.get(key) !== only) return false
    opened.delete(key)
    const ended = endLive(only, why).finally(() => {
      if (ending.get(key) === ended) ending.delete(key)
    })
    ending.set(key, ended)
    return ended
  }
  function refuseMany(userId: string): void {
    const own = [...opened.values()].filter((each) => each.userId === userId).length
    if (own >= config.browsersPerUser) throw new EngineError('BROWSER_LIMIT', { limit: config.browsersPerUser })
  }

  /** The browser of this key; made where there is none and one may be. */
  async function take(caller: BrowserCaller, use: Use): Promise<Entry> {
    const { userId, sessionId, actionId } = caller
    const key = sessionId ?? actionId
    const session = sessionId === undefined ? undefined : await needs.sessions.get(sessionId, userId)
    // Only what an ending browser has saved is there for the next one.
    await ending.get(key)?.catch(() => {})
    const known = opened.get(key)
    if (known) {
      const { browser } = await known.live
      if (use.allow)
        await browser.setNetwork(await networkOf(needs, { caller, allow: use.allow, closing: closing.signal }))
      return known
    }
    if (!use.opens) throw new EngineError('BROWSER_NOT_OPEN', {})
    if (closing.signal.aborted) throw new EngineError('SERVER_STOPPING', {})
    refuseMany(userId)
    const entry = { userId, live: openLive(needs, { caller, session, use, closing: closing.signal }) }
    opened.set(key, entry)
    entry.live.then(
      ({ browser }) => void browser.ended.then(() => end(key, 'crashed', entry)).catch(onTrouble),
      () => opened.get(key) === entry && opened.delete(key),
    )
    return entry
  }
  function restSoon(key: string, entry: Entry, live: Live): void {
    live.keeper.touch()
    clearTimeout(live.rest)
    if (live.users > 0) return
    live.rest = setTimeout(() => void end(key, 'idle', entry).catch(onTrouble), config.browserIdleMs)
    live.rest.unref()
  }

  return {
    async use(caller, use, work) {
      const entry = await take(caller, use)
      const live = await entry.live
      clearTimeout(live.rest)
      live.users++
      try {
        return await live.browser.during(() => work(live.browser))
      } finally {
        live.users--
        // The answer does not wait for the audit: it is written before the end of the action, or soon after it.
        void live.flush()
        if (caller.sessionId === undefined) await end(caller.actionId, 'done', entry)
        else restSoon(caller.sessionId, entry, live)
      }
    },
    async list(userId) {
      const own = [...opened.values()].filter((each) => each.userId === userId)
      const lives = await Promise.all(own.map(({ live }) => live.catch(() => undefined)))
      const told = lives.map(async (live) => {
        const { open: _, saved: __, ...info } = await infoOf(live, undefined)
        return live?.of.sessionId ? [{ sessionId: live.of.sessionId, ...info }] : []
      })
      return (await Promise.all(told)).flat().toSorted((one, other) => (other.openedAt ?? 0) - (one.openedAt ?? 0))
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
      await Promise.all([...ending.values()])
      await needs.warm.close()
    },
  }
}

async function infoOf(live: Live | undefined, kept: Awaited<ReturnType<BrowserRows['load']>>): Promise<BrowserInfo> {
  return {
    open: live !== undefined,
    isolation: live?.browser.isolation ?? null,
    version: live?.browser.version ?? null,
    openedAt: live?.browser.openedAt ?? null,
    tabs: live ? await live.browser.tabs.list() : [],
    saved: savedOf(kept),
  }
}
