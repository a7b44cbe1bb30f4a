import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeFrame } from './code-frame.ts'
import { displayWidth } from './display-width.ts'

const paint = (_: unknown, text: string) => text
const frame = (code: string, line: number, column?: number, width = 80) =>
  codeFrame(code, { line, column, width, paint })

describe('the frame around a line of code', () => {
  it('shows two lines above and a caret below', () => {
    expect(frame('a\nb\nc\nlet d = e', 4, 9)).toEqual(['  2 │ b', '  3 │ c', '  4 │ let d = e', '    │         ^'])
  })

  it('keeps numbers of different length in one column', () => {
    const code = Array.from({ length: 10 }, (_, index) => `line${index + 1}`).join('\n')
    expect(frame(code, 10)).toEqual(['   8 │ line8', '   9 │ line9', '  10 │ line10'])
  })

  it('puts the caret in the right column behind tabs and wide letters', () => {
    expect(frame('\t"猫" + x', 1, 8)).toEqual(['  1 │     "猫" + x', '    │            ^'])
  })

  it('underlines the whole range, as far as the line is visible', () => {
    const under = (code: string, endColumn: number) =>
      codeFrame(code, { line: 1, column: 5, endColumn, width: 30, paint }).at(-1)
    expect(under('x = eval(y)', 12)).toBe('    │     ^^^^^^^')
    expect(under('x = 猫猫', 7)).toBe('    │     ^^^^')
    expect(under(`x = ${'y'.repeat(90)}`, 90)?.length).toBe(30)
  })

  it('shows no caret for columns that do not exist, and nothing for such lines', () => {
    expect(frame('abc', 1, 9)).toEqual(['  1 │ abc'])
    expect(frame('abc', 7)).toEqual([])
  })

  it('cuts a long line so that the column is visible', () => {
    const code = `${'x'.repeat(500)}!${'y'.repeat(500)}`
    expect(frame(code, 1, 501, 40)).toEqual(['  1 │ …xxxxxxxxxxxxxxxxx!yyyyyyyyyyyyyy…', '    │                   ^'])
  })

  it('has the caret under the character, however long the line is', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.integer({ min: 30, max: 100 }), (before, after, width) => {
        const lines = frame(`${'a'.repeat(before)}!${'b'.repeat(after)}`, 1, before + 1, width)
        expect(lines[0]?.[lines[1]?.indexOf('^') ?? -1]).toBe('!')
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})
