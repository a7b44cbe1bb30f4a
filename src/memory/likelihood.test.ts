import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likelihoodOf } from './likelihood.ts'

const counted = (won: number, lost: number) => ({ won, lost })

describe('the likelihood of a strategy', () => {
  it('is its prior while nothing was seen', () => {
    expect(likelihoodOf({ prior: 0.4, all: undefined, same: undefined })).toBe(0.4)
  })

  it('moves with the outcomes, more with the same failure than with others', () => {
    const others = likelihoodOf({ prior: 0.4, all: counted(10, 0), same: undefined })
    const same = likelihoodOf({ prior: 0.4, all: counted(10, 0), same: counted(10, 0) })
    expect(others).toBeGreaterThan(0.4)
    expect(same).toBeGreaterThan(others)
  })

  it('is not turned over by a few lucky hits', () => {
    const lucky = likelihoodOf({ prior: 0.2, all: counted(2, 0), same: counted(2, 0) })
    expect(lucky).toBeLessThan(likelihoodOf({ prior: 0.7, all: undefined, same: undefined }))
  })

  it('stays between its bounds and grows with every success', () => {
    const share = fc.double({ min: 0.01, max: 0.99, noNaN: true })
    fc.assert(
      fc.property(share, fc.nat(10_000), fc.nat(10_000), (prior, won, lost) => {
        const before = likelihoodOf({ prior, all: counted(won, lost), same: counted(won, lost) })
        const after = likelihoodOf({ prior, all: counted(won + 1, lost), same: counted(won + 1, lost) })
        expect(before).toBeGreaterThanOrEqual(0.02)
        expect(before).toBeLessThanOrEqual(0.98)
        expect(after).toBeGreaterThanOrEqual(before - 1e-9)
      }),
    )
  })
})
