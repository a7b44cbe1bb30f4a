import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLineReader } from './line-reader.ts'

it('text is cut into the same lines, wherever its pieces end', () => {
  const line = fc.string().map((text) => text.replaceAll('\n', ''))
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(40)), (lines, cuts) => {
      const text = lines.map((one) => `${one}\n`).join('')
      const read: string[] = []
      const take = createLineReader((one) => read.push(one))
      let at = 0
      for (const cut of [...cuts, text.length]) {
        expect(take(text.slice(at, at + cut))).toBe(true)
        at += cut
      }
      expect(read).toEqual(lines)
    }),
  )
})

it('a line that is longer than any of ours is refused', () => {
  const take = createLineReader(() => {})
  expect(take('x'.repeat(1_000_000))).toBe(true)
  expect(take('x'.repeat(100_000))).toBe(false)
})
