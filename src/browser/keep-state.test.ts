import { expect, it } from 'vitest'
import type { BrowserState } from '../store/browser/browser-rows.ts'
import { createKeeper } from './keep-state.ts'
import type { OpenBrowser, StorageState } from './open-browser.ts'

it('the state is asked for one time after the other', async () => {
  const asked: PromiseWithResolvers<StorageState>[] = []
  const storageState = () => {
    asked.push(Promise.withResolvers<StorageState>())
    return asked.at(-1)?.promise
  }
  const saved: string[] = []
  const keeper = createKeeper({
    rows: { save: async ({ body }) => void saved.push(JSON.stringify(body)) },
    ...{ kept: undefined, sessionId: 'ses', userId: 'ada', clock: () => 0, onTrouble: () => {} },
  })
  const ended = new Promise<string>(() => {})
  const tabs = { list: async () => [] }
  keeper.follow({ context: { storageState }, tabs, references: { next: 7 }, ended } as unknown as OpenBrowser)
  const saves = [keeper.save(), keeper.save()]
  await expect.poll(() => asked.length).toBe(1)
  await new Promise(setImmediate)
  expect(asked.length).toBe(1)
  asked[0]?.resolve({ cookies: [], origins: [] })
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.resolve({ cookies: [], origins: [{ origin: 'http://here', localStorage: [] }] })
  await Promise.all(saves)
  expect(saved).toEqual([
    '{"storage":{"cookies":[],"origins":[]},"tabs":[],"nextRef":7}',
    '{"storage":{"cookies":[],"origins":[{"origin":"http://here","localStorage":[]}]},"tabs":[],"nextRef":7}',
  ])
})

it('the next browser has the tabs unless the last one was closed, and gives no reference again', async () => {
  const storage = { cookies: [], origins: [] }
  const page = { id: 'tab1', url: 'http://here/', title: 'Here', active: true }
  const list = async () => [page, { id: 'tab2', url: 'about:blank', title: '', active: false }]
  const leftBy = async (last?: { keepsTabs: boolean }) => {
    const saved: BrowserState[] = []
    const about = { sessionId: 'ses', userId: 'ada', clock: () => 0, onTrouble: () => {} }
    const rows = { save: async (state: BrowserState) => void saved.push(state) }
    const keeper = createKeeper({ rows, kept: undefined, ...about })
    const context = { storageState: async () => storage }
    const ended = new Promise<string>(() => {})
    keeper.follow({ context, tabs: { list }, references: { next: 7 }, ended } as unknown as OpenBrowser)
    await keeper.save(last)
    return createKeeper({ rows, kept: saved.at(-1), ...about }).left
  }
  expect(await leftBy({ keepsTabs: true })).toEqual({ storage, tabs: [page], nextRef: 7 })
  expect(await leftBy({ keepsTabs: false })).toEqual({ storage, tabs: [], nextRef: 7 })
  const { tabs, nextRef } = await leftBy()
  expect(tabs).toEqual([page])
  expect(nextRef).toBeGreaterThan(1000)
})
