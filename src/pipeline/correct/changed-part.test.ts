import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedPart } from './changed-part.ts'

const textOf = fc.array(fc.constantFrom('a', 'b', 'ab', ''), { maxLength: 14 }).map((lines) => lines.join('\n'))

it('the changed part of two texts is whole lines of both, and the rest is the same in both', () => {
  fc.assert(
    fc.property(textOf, textOf, textOf, textOf, (head, one, other, tail) => {
      const [before, after] = [`${head}${one}${tail}`, `${head}${other}${tail}`]
      const part = changedPart(before, after)
      const at = before.length - part.before.length
      const isSame = (from: number) =>
        before.slice(0, from) === after.slice(0, from) &&
        before.slice(from, from + part.before.length) === part.before &&
        after.slice(from, from + part.after.length) === part.after &&
        before.slice(from + part.before.length) === after.slice(from + part.after.length) &&
        (from === 0 || before[from - 1] === '\n')
      expect(Array.from({ length: at + 1 }, (_, from) => from).some(isSame)).toBe(true)
    }),
  )
})
