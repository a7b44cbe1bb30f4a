import type { Config } from '../config/settings.ts'
import type { Edge } from '../contract/effect.ts'
import { EngineError } from '../contract/errors.ts'
import type { StreamDraft } from '../contract/event.ts'
import type { Ground } from '../contract/ground.ts'
import type { SessionInfo } from '../contract/session.ts'
import type { NetworkPolicy } from '../sandbox/network.ts'
import type { BrowserRows } from '../store/browser/browser-rows.ts'
import type { BrowserCaller, Use } from './browsers-api.ts'
import type { WarmBrowsers } from './chromium/warm-browsers.ts'
import { createKeeper, type Keeper } from './keep-state.ts'
import { type OpenBrowser, openBrowser } from './open-browser.ts'
import type { Downloaded } from './page/downloads.ts'
import { requestDraft } from './page/request-audit.ts'

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

type Of = Pick<StreamDraft, 'subject' | 'userId' | 'sessionId'>

/** A browser at work for a session, or for one action alone. */
export interface Live {
  browser: OpenBrowser
  keeper: Keeper
  of: Of
  rest: NodeJS.Timeout | undefined
  /** Actions under way. */
  users: number
  /** Tells the requests that wait. */
  flush(): Promise<void>
}

export interface LiveParts {
  caller: BrowserCaller
  session: SessionInfo | undefined
  use: Use
  /** Aborts with the engine. */
  closing: AbortSignal
}

/** Requests of a page wait so long to be told together. */
const TELL_MS = 500

/** Opens a browser: asks for its hosts, takes a place and a waiting browser, and gives it what was kept of the last one. */
export async function openLive(needs: BrowserNeeds, parts: LiveParts): Promise<Live> {
  const { caller, session, use } = parts
  const network = await networkOf(needs, { ...parts, allow: use.allow ?? session?.network.allow ?? [] })
  if (use.url !== undefined && network.allow.length === 0 && !network.beyond)
    throw new EngineError('ADDRESS_REFUSED', { url: use.url, reason: 'no host is in the allow-list' })
  const leave = needs.takePlace(caller.userId)
  try {
    const live = await openIn(needs, parts, network)
    void live.browser.ended.then(leave)
    return live
  } catch (error) {
    leave()
    throw error
  }
}

async function openIn(needs: BrowserNeeds, parts: LiveParts, network: NetworkPolicy): Promise<Live> {
  const { rows, clock, onTrouble } = needs
  const { userId, actionId, signal } = parts.caller
  const sessionId = parts.session?.id ?? null
  const subject = sessionId === null ? (`action:${actionId}` as const) : (`session:${sessionId}` as const)
  const of: Of = { subject, userId, sessionId }
  const tell = (...drafts: object[]) =>
    rows.tell(drafts.map((draft) => ({ ...of, at: clock(), ...draft }) as StreamDraft)).catch(onTrouble)
  const kept = sessionId === null ? undefined : await rows.load(sessionId)
  const { started, startedFrom } = await needs.warm.take(AbortSignal.any([signal, parts.closing]))
  const keeper = createKeeper({ rows, clock, onTrouble, kept, ...(sessionId !== null && { sessionId, userId }) })
  let live: Live | undefined
  const browser = await openBrowser({
    ...{ started, network, clock, onTrouble, left: keeper.left },
    keep: sessionId === null ? undefined : keepIn(needs, { sessionId, userId, signal: parts.closing }),
    onDownload: (download: Downloaded) => void tell({ type: 'browser.downloaded', ...download }),
    onRequests: () => void setTimeout(() => void live?.flush(), TELL_MS).unref(),
  })
  keeper.follow(browser)
  let told: Promise<unknown> = Promise.resolve()
  const flush = async () => {
    const waiting = browser.audit.take()
    const drafts = waiting.map((request) => requestDraft(request, of))
    if (drafts.length > 0) told = told.then(() => tell(...drafts))
    await told
  }
  live = { browser, keeper, of, rest: undefined, users: 0, flush }
  const { version, isolation } = browser
  await tell({ type: 'browser.opened', version, isolation, startedFrom, restored: keeper.left.storage !== undefined })
  return live
}

/** The hosts that a browser may reach, once everybody who must be asked has agreed. */
export async function networkOf(
  { grants, edge }: Pick<BrowserNeeds, 'grants' | 'edge'>,
  { caller, allow, closing }: Pick<LiveParts, 'caller' | 'closing'> & { allow: string[] },
): Promise<NetworkPolicy> {
  const { userId, sessionId, cause } = caller
  const of = { userId, sessionId, cause, signal: AbortSignal.any([caller.signal, closing]) }
  grants.assertNetwork(allow)
  await edge.hosts(allow, {}, of)
  const beyond = await edge.newHosts({ browser: sessionId ?? caller.actionId }, { ...of, signal: closing })
  return { allow, ...(beyond && { beyond }) }
}

const keepIn =
  ({ sessions }: Pick<BrowserNeeds, 'sessions'>, to: { sessionId: string; userId: string; signal: AbortSignal }) =>
  async (name: string, content: AsyncIterable<Uint8Array>): Promise<string> => {
    const path = `downloads/${name}`
    await sessions.files.write(to.sessionId, to, { path, content })
    return path
  }
