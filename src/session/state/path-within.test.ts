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

it('each directory of a tree is looked at once, however deep the tree is', () => {
  const levels = Array.from({ length: 2_000 }, (_, n) => 'a/'.repeat(n + 1).slice(0, -1))
  let looks = 0
  const roots = new (class extends Set<string> {
    override has(path: string) {
      looks++
      return super.has(path)
    }
  })(['b'])
  const isWithin = pathWithin(roots)
  expect(levels.some(isWithin)).toBe(false)
  // Once as a path, once as a directory of another, and once more where a known directory ends the way up.
  expect(looks).toBeLessThanOrEqual(3 * levels.length)
})
