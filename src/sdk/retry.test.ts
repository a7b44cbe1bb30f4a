import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pauseMs, sleep } from './retry.ts'

describe('the pause between two tries', () => {
  it('is between half and the whole of a length that doubles up to ten seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
        const whole = Math.min(200 * 2 ** (failures - 1), 10_000)
        const pause = pauseMs(failures, () => chance)
        expect(pause).toBeGreaterThanOrEqual(Math.floor(whole / 2))
        expect(pause).toBeLessThanOrEqual(whole)
      }),
    )
  })

  it('lasts for the given time', async () => {
    const startedAt = performance.now()
    await sleep(20, new AbortController().signal)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(15)
  })

  it('ends at once when the call is given up, before it or in it', async () => {
    const controller = new AbortController()
    const sleeping = sleep(60_000, controller.signal)
    controller.abort(new Error('enough'))
    await expect(sleeping).rejects.toThrow('enough')
    await expect(sleep(60_000, controller.signal)).rejects.toThrow('enough')
  })
})
