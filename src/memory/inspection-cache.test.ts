import { expect, it } from 'vitest'
import { type CacheResult, createInspectionCache } from './inspection-cache.ts'

const withRows = () => {
  const kept = new Map<string, string>()
  const looks: CacheResult[] = []
  const troubles: unknown[] = []
  const rows = {
    get: async (key: string) => kept.get(key),
    put: async (entries: readonly { key: string; body: string }[]) => {
      for (const { key, body } of entries) kept.set(key, body)
    },
    removeBefore: async () => {},
  }
  const open = (own = rows) =>
    createInspectionCache({
      rows: own,
      clock: () => 0,
      onTrouble: (error) => void troubles.push(error),
      onLook: (result) => void looks.push(result),
    })
  return { kept, rows, looks, troubles, open }
}

it('the cache finds its own values in memory, and those of another engine in the store', async () => {
  const { looks, open } = withRows()
  const first = open()
  expect(await first.get('a')).toBeUndefined()
  first.put('a', '1')
  expect(await first.get('a')).toBe('1')
  await first.close()
  const second = open()
  expect(await second.get('a')).toBe('1')
  expect(await second.get('a')).toBe('1')
  await second.close()
  expect(looks).toEqual(['miss', 'memory', 'store', 'memory'])
})

it('the cache keeps recent values when memory is full, and the rest in the store', async () => {
  const { looks, open } = withRows()
  const cache = open()
  const body = 'x'.repeat(900_000)
  for (let n = 0; n < 30; n++) cache.put(`k${n}`, body)
  await cache.get('k0')
  for (let n = 30; n < 50; n++) cache.put(`k${n}`, body)
  looks.length = 0
  await cache.get('k0')
  await cache.close()
  await cache.get('k1')
  expect(looks).toEqual(['memory', 'store'])
})

it('the cache goes on without a store that fails, and reports it', async () => {
  const { rows, looks, troubles, open } = withRows()
  const fail = async () => {
    throw new Error('disk full')
  }
  const cache = open({ ...rows, get: fail, put: fail })
  expect(await cache.get('a')).toBeUndefined()
  cache.put('a', '1')
  expect(await cache.get('a')).toBe('1')
  await cache.close()
  expect(looks).toEqual(['miss', 'memory'])
  expect(troubles).toHaveLength(2)
})
