import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPostings } from './postings.ts'

it('postings of a term are read in the order in which they were added, however many and mixed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ term: fc.nat(5), times: fc.integer({ min: 1, max: 1500 }) }), { maxLength: 12 }),
      (steps) => {
        const postings = createPostings()
        const expected = new Map<number, number[]>()
        let document = 0
        for (const { term, times } of steps) {
          for (let n = 0; n < times; n++) {
            postings.add(term, document, 7)
            expected.set(term, [...(expected.get(term) ?? [])])
            expected.get(term)?.push(document++ * 256 + 7)
          }
        }
        for (const [term, list] of expected) expect([...postings.read(term)]).toEqual(list)
        expect([...postings.read(9)]).toEqual([])
      },
    ),
    { numRuns: 10 },
  )
})
