import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Inconclusive } from '../../contract/inconclusive.ts'
import { runsWithin, tooLate, undisturbed, watchHost, within } from './host-pace.ts'

describe('a bound that was exceeded', () => {
  it('is a failure when another process was served soon in the same moment', () => {
    const error = tooLate('it answered after 2300 ms', { mostMs: 1000, otherMs: 40 })
    expect(error).toMatchObject({
      name: 'AssertionError',
      message: 'it answered after 2300 ms, but something small elsewhere took 40 ms meanwhile',
    })
  })

  it('is inconclusive when the whole host was slow', () => {
    const error = tooLate('it answered after 2300 ms', { mostMs: 1000, otherMs: 1200 })
    expect(error).toBeInstanceOf(Inconclusive)
    expect(error.message).toMatch(
      /^inconclusive: it answered after 2300 ms, and something small elsewhere took 1200 ms/,
    )
  })
})

describe('the pace of the host', () => {
  it('is that of a shell which starts programs, again and again', async () => {
    using host = watchHost()
    await delay(300)
    expect(host.slowestMs()).toBeGreaterThan(0)
  })

  it('is as slow as the process that asks', async () => {
    using host = watchHost()
    await delay(100)
    const until = performance.now() + 400
    while (performance.now() < until);
    await delay(50)
    expect(host.slowestMs()).toBeGreaterThan(250)
  })

  it('leaves work that came in time alone, however it ended', async () => {
    const bound = { mostMs: 10_000, complaint: 'it did not come' }
    expect(await within(bound, async () => 7)).toBe(7)
    await expect(within(bound, () => Promise.reject(new Error('its own')))).rejects.toThrow('its own')
    expect(await runsWithin(100, async () => ({ durationMs: 99 }))).toEqual({ durationMs: 99 })
  })

  it('counts a failure as one, unless another process waited too long meanwhile', async () => {
    const fail = async (forMs: number) => {
      const until = performance.now() + forMs
      while (performance.now() < until);
      throw new Error('broken\nin many words')
    }
    await expect(undisturbed(60_000, () => fail(0))).rejects.toThrow(/^broken\nin many words$/)
    await expect(undisturbed(100, () => fail(300))).rejects.toThrow(/^inconclusive: broken, and something small/)
    expect(await undisturbed(1, async () => 7)).toBe(7)
  })

  it('decides about work that did not come, and work that took too long', async () => {
    const never = () => new Promise<never>(() => {})
    await expect(within({ mostMs: 50, complaint: 'it did not come' }, never)).rejects.toThrow(
      'it did not come in 50 ms',
    )
    await expect(runsWithin(100, async () => ({ durationMs: 101 }))).rejects.toThrow('it ended after 101 ms')
  })
})
