import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

describe('the edit distance', () => {
  it.each([
    ['print', 'print', 0],
    ['prnt', 'print', 1],
    ['pprint', 'print', 1],
    ['pront', 'print', 1],
    ['pritn', 'print', 1],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ])('from %j to %j is %i', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance)
  })

  it('counts each slip as it is told to', () => {
    expect(editDistance('ab', 'abc', { lost: 0.9 })).toBe(0.9)
    expect(editDistance('ab', 'ba', { swapped: 0.8 })).toBe(0.8)
    expect(editDistance('ab', 'aB', { changed: (a, b) => (a.toLowerCase() === b.toLowerCase() ? 0.3 : 1) })).toBe(0.3)
  })

  it('is above the most that is asked for whenever the whole distance is', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (one, other, most) => {
        const [whole, bounded] = [editDistance(one, other), editDistance(one, other, { most })]
        expect(whole <= most ? bounded === whole : bounded > most).toBe(true)
      }),
    )
  })

  it('is the same from either side', () => {
    const word = fc.string({ maxLength: 12 })
    fc.assert(fc.property(word, word, (one, other) => editDistance(one, other) === editDistance(other, one)))
  })
})
