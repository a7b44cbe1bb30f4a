import fc from 'fast-check'
import { expect, it } from 'vitest'
import { displayWidth } from './display-width.ts'
import { wrapText } from './wrap-text.ts'

it('text breaks at spaces, and loses no word', () => {
  expect(wrapText('one two  three four', 20)).toEqual(['one two three four'])
  expect(wrapText('the quick brown fox jumps over', 20)).toEqual(['the quick brown fox', 'jumps over'])
  expect(wrapText('', 20)).toEqual([])
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'word', '猫猫', 'x'.repeat(30))),
      fc.integer({ min: 20, max: 40 }),
      (words, width) => {
        const lines = wrapText(words.join(' '), width)
        expect(lines.join(' ')).toBe(words.join(' '))
        for (const line of lines) expect(displayWidth(line) <= width || !line.includes(' ')).toBe(true)
      },
    ),
  )
})
