import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gatherText } from './gather-text.ts'

function told(pieces: string[]): string[] {
  const heard: string[] = []
  const gathered = gatherText((text) => heard.push(text))
  for (const piece of pieces) gathered.feed(piece)
  gathered.end()
  return heard
}

describe('the emitted thinking of a model', () => {
  it('is everything it said, whatever the pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
        expect(told(pieces).join('')).toBe(pieces.join(''))
      }),
    )
  })

  it('comes by the line and not by the syllable', () => {
    expect(told(Array(100).fill('la '))).toHaveLength(4)
    expect(told(['One.', '\n', 'Two.'])).toEqual(['One.\n', 'Two.'])
  })

  it('ends somewhere', () => {
    const heard = told(Array(10_000).fill('and so on '))
    expect(heard.join('').length).toBeLessThan(20_010)
    expect(heard.at(-1)).toMatch(/ …$|and so on $/)
  })
})
