import type { AnyAction } from '../action/action.ts'
import type { Config } from '../config/settings.ts'
import type { Edge } from '../contract/effect.ts'
import type { EngineEvent } from '../contract/event.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import type { SessionInfo } from '../contract/session.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'
import type { BrowserRows } from '../store/browser/browser-rows.ts'
import { browserActions } from './action/browser-actions.ts'
import { browserCheck } from './browser-check.ts'
import { browserRoutes } from './browser-routes.ts'
import type { BrowsersApi } from './browsers-api.ts'
import { createChromiumStarter } from './chromium/chromium-starter.ts'
import { createWarmBrowsers } from './chromium/warm-browsers.ts'
import { createBrowsers } from './create-browsers.ts'
import { type PageNames, type PageNeeds, pageNames } from './page-names.ts'

interface Owner {
  userId: string
  signal: AbortSignal
}

export interface BrowsersNeeds extends Ground {
  config: Config
  store: { browsers: BrowserRows }
  journal: { observe(observer: (event: EngineEvent, userId: string) => void): void }
  sandbox: SandboxProvider
  walls: { assertStanding(): Promise<void> }
  sessions: PageNeeds['sessions'] & {
    get(id: string, userId: string): Promise<SessionInfo>
    files: {
      read(id: string, owner: Owner, path: string): Promise<Uint8Array>
      write(
        id: string,
        owner: Owner,
        file: { path: string; content: Uint8Array | AsyncIterable<Uint8Array> },
      ): Promise<void>
    }
  }
  actions: PageNeeds['actions'] & { register(action: AnyAction): void }
  grants: { assertNetwork(allow: string[]): void }
  edge: Pick<Edge, 'hosts' | 'newHosts'>
  takePlace(userId: string): () => void
  /** Whether this process does one thing and ends: no browser waits in it. */
  isBrief: boolean
}

/** Opens browsers for sessions, and brings the actions on their pages. Nothing of Chromium is touched before the first of them. */
export function browsersPart(needs: BrowsersNeeds): Part<BrowsersApi & PageNames> {
  const { config, store, sandbox, walls, sessions, clock, onTrouble } = needs
  const starter = createChromiumStarter({ config, sandbox, assertWalls: walls.assertStanding })
  const count = needs.isBrief ? 0 : config.warmBrowsers
  const warm = createWarmBrowsers({ starter, count, idleMs: config.browserIdleMs, onTrouble })
  const browsers = createBrowsers({ ...needs, rows: store.browsers, warm })
  const files = (id: string, owner: Owner) => ({
    read: (path: string) => sessions.files.read(id, owner, path),
    write: (path: string, content: Uint8Array) => sessions.files.write(id, owner, { path, content }),
  })
  const forActions = { browsers, rows: store.browsers, config, files, clock, onTrouble }
  for (const action of browserActions(forActions)) needs.actions.register(action)
  needs.journal.observe((event) => {
    if (event.type === 'session.removed') browsers.forget(event.subject.slice('session:'.length)).catch(onTrouble)
  })
  const { forget: _, close, ...api } = browsers
  return {
    api: { ...api, ...pageNames(needs) },
    routes: browserRoutes(api),
    hostChecks: async ({ prove }) => [await browserCheck(config.browserPath, starter, prove)],
    close,
  }
}
