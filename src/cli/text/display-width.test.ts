import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipTo, displayWidth, padTo, wrapTo } from './display-width.ts'

describe('the width of text', () => {
  it.each([
    ['plain', 5],
    ['naïve', 5],
    ['e\u0301', 1],
    ['日本', 4],
    ['한글', 4],
    ['👩‍🚀', 2],
    ['✔ ok', 4],
    ['\u001b[31mred\u001b[39m', 3],
    ['', 0],
  ])('is for %j %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  it('is filled up by padding and never exceeded by clipping', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
        expect(displayWidth(clipTo(text, width))).toBeLessThanOrEqual(width)
        expect(displayWidth(padTo(clipTo(text, width), { width }))).toBe(width)
      }),
    )
  })

  it('shows missing text by …', () => {
    expect([clipTo('abcdef', 4), clipTo('日本語', 4), clipTo('abc', 3), clipTo('abc', 0)]).toEqual([
      'abc…',
      '日…',
      'abc',
      '',
    ])
  })

  it('breaks lines between words', () => {
    expect(wrapTo('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrapTo('extraordinary', 5)).toEqual(['extraordinary'])
  })
})
