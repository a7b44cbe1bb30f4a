import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

function limited(perSecond: number) {
  const state = { now: 0 }
  const limit = createRateLimit({ perSecond, clock: () => state.now })
  const isTaken = (user = 'ada') => {
    try {
      limit.take(user)
      return true
    } catch {
      return false
    }
  }
  return { state, limit, isTaken }
}

describe('the rate limit', () => {
  it('lets a burst of four seconds pass, then the steady rate', () => {
    const { state, isTaken } = limited(10)
    expect(Array.from({ length: 50 }, () => isTaken()).filter(Boolean).length).toBe(40)
    state.now += 1000
    expect(Array.from({ length: 50 }, () => isTaken()).filter(Boolean).length).toBe(10)
  })

  it('tells when to come back, and then lets pass', () => {
    for (const perSecond of [1, 3, 100]) {
      const { state, limit, isTaken } = limited(perSecond)
      while (isTaken());
      let retryAfterS = 0
      try {
        limit.take('ada')
      } catch (error) {
        retryAfterS = (error as { details: { retryAfterS: number } }).details.retryAfterS
      }
      expect(retryAfterS).toBeGreaterThanOrEqual(1)
      state.now += retryAfterS * 1000
      expect(isTaken()).toBe(true)
    }
  })

  it('never lets more pass than the rate and the burst allow, however requests are spread', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(500), { maxLength: 200 }), (perSecond, pauses) => {
        const { state, isTaken } = limited(perSecond)
        let passed = 0
        for (const pause of pauses) {
          state.now += pause
          if (isTaken()) passed++
        }
        expect(passed).toBeLessThanOrEqual(perSecond * 4 + (state.now / 1000) * perSecond + 1e-6)
      }),
    )
  })

  it('keeps users apart, and forgets those who are quiet', () => {
    const { state, isTaken } = limited(1)
    while (isTaken('ada'));
    for (let user = 0; user < 10_000; user++) expect(isTaken(`user ${user}`)).toBe(true)
    expect(isTaken('ada')).toBe(false)
    state.now += 60_000
    expect(isTaken('new')).toBe(true)
    expect(isTaken('ada')).toBe(true)
  })
})
