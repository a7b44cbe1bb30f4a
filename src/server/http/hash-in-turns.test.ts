import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectShortTurn, stallOf } from '../../../test/support/main-thread-watch.ts'
import { hashInTurns } from './hash-in-turns.ts'

it('a body of 16 MB is added up without holding the thread of the server', async () => {
  const body = { code: 'é"'.repeat(8_000_000) }
  expectShortTurn(await stallOf(() => hashInTurns(body)), 50)
})

it('equal values have one hash, and different values two', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other)
      expect((await hashInTurns(one)) === (await hashInTurns(other))).toBe(isSame)
      expect(await hashInTurns(structuredClone(one))).toBe(await hashInTurns(one))
    }),
  )
  const alike = [
    ['ab', 'c'],
    ['a', 'bc'],
    [['a'], 'bc'],
    { 0: 'ab', 1: 'c' },
    '["ab","c"]',
    'x'.repeat(300_000),
    'y'.repeat(300_000),
  ]
  expect(new Set(await Promise.all(alike.map(hashInTurns))).size).toBe(alike.length)
})
