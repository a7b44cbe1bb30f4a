import { afterAll, beforeAll } from 'vitest'
import type { ActionResult } from '../../src/contract/action.ts'
import type { EngineEvent } from '../../src/contract/event.ts'
import type { TestEngine } from './engine.ts'
import { oneEngine } from './one-engine.ts'
import { openSite, type Site } from './site.ts'

type Pages = Parameters<typeof openSite>[0]

export interface BrowserWorld {
  tools(): TestEngine
  site(): Site
  /** A site that nobody may reach. */
  canary(): Site
  /** A session that may reach the site. */
  session(): string
  url(path: string): string
  act(type: string, input?: object): Promise<ActionResult>
  /** The output of an action that ended well. */
  done<T = Record<string, unknown>>(type: string, input?: object): Promise<T>
  events(type: string): Promise<EngineEvent[]>
}

/** One engine with one browser for a file of tests, a site that it may reach, and one that it may not. */
export function browserWorld(pages: (canary: Site) => Pages, env: Record<string, string> = {}): BrowserWorld {
  let [site, canary, session] = [undefined as unknown as Site, undefined as unknown as Site, '']
  const settings: Record<string, string> = { ANNEAL_WARM_BROWSERS: '0', ...env }
  beforeAll(async () => {
    canary = await openSite({ '/': 'the canary', '/file.js': 'top.sung = true' })
    site = await openSite(pages(canary))
    settings['ANNEAL_NETWORK_CEILING'] = site.host
  })
  const tools = oneEngine({ env: settings })
  beforeAll(async () => {
    session = (await tools().engine.sessions.create({ network: { allow: [site.host] }, limits: { diskMb: 2 } }, 'ada'))
      .id
  })
  afterAll(async () => {
    await site.close()
    await canary.close()
  })
  const act: BrowserWorld['act'] = (type, input = {}) =>
    tools().engine.actions.executeAction({ type: `browser.${type}`, input: { ...input }, session }, { userId: 'ada' })
  return {
    tools,
    act,
    site: () => site,
    canary: () => canary,
    session: () => session,
    url: (path) => `http://${site.host}${path}`,
    async done(type, input) {
      const { outcome, output, error } = await act(type, input)
      if (outcome !== 'ok') throw new Error(`browser.${type}: ${outcome} ${JSON.stringify(error)}`)
      return output as never
    },
    async events(type) {
      const { events } = await tools().engine.events.page({ userId: 'ada', subject: `session:${session}`, limit: 1000 })
      return events.filter((event) => event.type === type)
    },
  }
}
