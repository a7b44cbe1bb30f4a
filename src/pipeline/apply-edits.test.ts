import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyEdits } from './apply-edits.ts'

it('all edits are made at once, by the offsets of the code as it was', () => {
  const edits = [
    { start: 6, end: 7, text: 'z' },
    { start: 0, end: 0, text: '# ' },
    { start: 2, end: 5, text: '' },
  ]
  expect(applyEdits('ab   cd', edits)).toBe('# abcz')
})

it('edits that overlap, lie outside, or change nothing are refused', () => {
  expect(
    applyEdits('abc', [
      { start: 0, end: 2, text: '' },
      { start: 1, end: 3, text: '' },
    ]),
  ).toBeUndefined()
  expect(applyEdits('abc', [{ start: 0, end: 4, text: '' }])).toBeUndefined()
  expect(applyEdits('abc', [{ start: -1, end: 0, text: 'x' }])).toBeUndefined()
  expect(applyEdits('abc', [{ start: 2, end: 1, text: 'x' }])).toBeUndefined()
  expect(applyEdits('abc', [{ start: 1, end: 2, text: 'b' }])).toBeUndefined()
  expect(applyEdits('abc', [])).toBeUndefined()
})

it('everything outside of the edits stays, whatever they are', () => {
  const edit = fc.record({ start: fc.nat(30), end: fc.nat(30), text: fc.string({ maxLength: 3 }) })
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), edit, (code, { start, end, text }) => {
      const result = applyEdits(code, [{ start, end, text }])
      if (result === undefined) return
      expect(result.startsWith(code.slice(0, start))).toBe(true)
      expect(result.endsWith(code.slice(end))).toBe(true)
      expect(result).toHaveLength(code.length - (end - start) + text.length)
    }),
  )
})
