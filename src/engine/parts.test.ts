import { expect, it } from 'vitest'
import type { Part } from '../contract/part.ts'
import { createParts } from './parts.ts'

/** Parts that record the calls made to them. */
function noting(...names: string[]) {
  const notes: string[] = []
  const noted = (name: string): Part<string> => ({
    api: name,
    beat: async () => void notes.push(`beat ${name}`),
    close: async () => void notes.push(`close ${name}`),
    hostChecks: async () => [{ name, ok: true, detail: '' }],
    health: async () => ({ [name]: { status: 'ok', detail: '' } }),
  })
  return { notes, all: names.map(noted) }
}

it('parts are closed once, in the reverse order of their opening', async () => {
  const { notes, all } = noting('store', 'sandbox', 'runs')
  const parts = createParts()
  for (const part of all) expect(await parts.open(Promise.resolve(part))).toBe(part.api)
  await Promise.all([parts.close(), parts.close().then(() => notes.push('closed again'))])
  expect(notes).toEqual(['close runs', 'close sandbox', 'close store', 'closed again'])
})

it('a part that fails keeps no other from its beat and its end, and its error is thrown in the end', async () => {
  const { notes, all } = noting('store', 'runs')
  const broken = {
    api: null,
    beat: () => Promise.reject(new Error('skips')),
    close: () => Promise.reject(new Error('stays')),
  }
  const parts = createParts()
  for (const part of [all[0], broken, all[1]]) await parts.open(part as Part<unknown>)
  await expect(parts.beat()).rejects.toThrow('skips')
  await expect(parts.close()).rejects.toThrow('stays')
  expect(notes).toEqual(['beat store', 'beat runs', 'close runs', 'close store'])
})

it('health lists parts in the order of opening, and host checks in reverse', async () => {
  const parts = createParts()
  for (const part of noting('store', 'sandbox').all) await parts.open(part)
  await parts.open({ api: null })
  expect(Object.keys(await parts.health())).toEqual(['store', 'sandbox'])
  expect((await parts.hostChecks({})).map(({ name }) => name)).toEqual(['sandbox', 'store'])
})
