import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyAnswer } from './apply-answer.ts'
import type { FindEdit } from './find-edits.ts'

const code = 'a = 1\nb = 2\nc = a + d\n'
const apply = (edits: FindEdit[], before = code) => applyAnswer(before, { explanation: '', edits, code: null })

describe('edits of a model', () => {
  it('are applied in any order', () => {
    const edits = [
      { find: '+ d', replace: '+ b' },
      { find: 'a = 1', replace: 'a = 10' },
    ]
    expect(apply(edits)).toEqual({ code: 'a = 10\nb = 2\nc = a + b\n' })
  })

  it('may carry the line numbers that were shown', () => {
    expect(apply([{ find: '2 | b = 2\n3 | c = a + d', replace: '2 | b = 2\n3 | c = a + b' }])).toEqual({
      code: 'a = 1\nb = 2\nc = a + b\n',
    })
  })

  it('keep the line ends of the program', () => {
    const windows = code.replaceAll('\n', '\r\n')
    const applied = apply([{ find: 'b = 2\nc = a + d', replace: 'b = 2\nc = a\n' }], windows)
    expect(applied).toEqual({ code: 'a = 1\r\nb = 2\r\nc = a\r\n\r\n' })
  })

  it.each<[string, FindEdit[], RegExp]>([
    [
      'change the same piece twice',
      [
        { find: 'b = 2\nc', replace: 'x' },
        { find: 'c = a', replace: 'y' },
      ],
      /the same piece/,
    ],
    ['look for nothing', [{ find: '', replace: 'x' }], /"find" is empty/],
    ['are too many', Array(51).fill({ find: '+ d', replace: '' }), /51 edits; 50 at most/],
  ])('are refused when they %s', (_, edits, reason) => {
    expect(apply(edits)).toEqual({ refused: expect.stringMatching(reason) })
  })

  it('change the text they found and nothing else', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', ' '), maxLength: 20 })
    fc.assert(
      fc.property(text, text, text, text, (head, find, tail, replace) => {
        const before = head + find + tail
        const after = head + replace + tail
        fc.pre(find !== '' && before.indexOf(find) === before.lastIndexOf(find))
        fc.pre(after.trim() !== '' && after.trimEnd() !== before.trimEnd())
        expect(apply([{ find, replace }], before)).toEqual({ code: after })
      }),
    )
  })
})

describe('a whole program of a model', () => {
  const whole = (given: string, before = code) => applyAnswer(before, { explanation: '', edits: [], code: given })

  it('may stand in a fence of its own', () => {
    expect(whole('```python\na = 1\nb = 2\nc = 3\n```')).toEqual({ code: 'a = 1\nb = 2\nc = 3\n' })
  })

  it('keeps the line ends of the program', () => {
    expect(whole('a = 1\nb = 2\nc = 3\n', code.replaceAll('\n', '\r\n'))).toEqual({
      code: 'a = 1\r\nb = 2\r\nc = 3\r\n',
    })
  })

  it('holds no broken characters', () => {
    expect(whole('a = "\ud800"\nb = 2\nc = 3\n')).toEqual({ code: 'a = "\ufffd"\nb = 2\nc = 3\n' })
  })
})
