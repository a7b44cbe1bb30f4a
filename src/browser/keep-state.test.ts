import { expect, it } from 'vitest'
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
  keeper.follow({ context: { storageState }, tabs: { list: async () => [] }, ended } as unknown as OpenBrowser)
  const saves = [keeper.save(), keeper.save()]
  await expect.poll(() => asked.length).toBe(1)
  await new Promise(setImmediate)
  expect(asked.length).toBe(1)
  asked[0]?.resolve({ cookies: [], origins: [] })
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.resolve({ cookies: [], origins: [{ origin: 'http://here', localStorage: [] }] })
  await Promise.all(saves)
  expect(saved).toEqual([
    '{"storage":{"cookies":[],"origins":[]}}',
    '{"storage":{"cookies":[],"origins":[{"origin":"http://here","localStorage":[]}]}}',
  ])
})
