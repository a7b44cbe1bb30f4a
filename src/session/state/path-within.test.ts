import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pathWithin } from './path-within.ts'

const path = fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))

it('a path is within itself and its directories', () => {
  fc.assert(
    fc.property(fc.array(path), fc.array(path), (roots, paths) => {
      const isWithin = pathWithin(new Set(roots))
      for (const each of paths) {
        expect(isWithin(each)).toBe(roots.some((root) => each === root || each.startsWith(`${root}/`)))
      }
    }),
  )
})

it('a tree of 2,000 levels is looked at in a moment', () => {
  const levels = Array.from({ length: 2_000 }, (_, n) => 'a/'.repeat(n + 1).slice(0, -1))
  const before = process.threadCpuUsage()
  const isWithin = pathWithin(new Set(['b']))
  expect(levels.some(isWithin)).toBe(false)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(50)
})
