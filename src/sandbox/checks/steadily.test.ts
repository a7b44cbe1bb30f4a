import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Inconclusive } from '../../contract/inconclusive.ts'
import { steadily, type UnsteadyTry } from './steadily.ts'

const told: UnsteadyTry[] = []
beforeEach(() => {
  vi.useFakeTimers()
  told.splice(0)
})
afterEach(() => void vi.useRealTimers())

/** A check with these results, one for each try. */
function tried(...ends: (Error | undefined)[]) {
  let tries = 0
  const run = async () => {
    const end = ends[tries++]
    if (end) throw end
  }
  const ending = steadily({ id: 'a-promise', run }, (said) => void told.push(said)).run()
  ending.catch(() => {})
  return { ending: vi.runAllTimersAsync().then(() => ending), count: () => tries }
}

describe('a check', () => {
  const slow = new Inconclusive('the machine was busy')

  it('is tried once when it holds', async () => {
    const { ending, count } = tried()
    await ending
    expect([count(), told]).toEqual([1, []])
  })

  it('is a failure at once when it fails', async () => {
    const { ending, count } = tried(new Error('broken'))
    await expect(ending).rejects.toThrow('broken')
    expect([count(), told]).toEqual([1, []])
  })

  it('is tried again when it is inconclusive, and every such try is reported', async () => {
    const { ending, count } = tried(slow, slow)
    await ending
    const said = { id: 'a-promise', reason: 'the machine was busy' }
    expect([count(), told]).toEqual([3, [said, said]])
  })

  it('is a failure when it fails after an inconclusive try', async () => {
    await expect(tried(slow, new Error('broken')).ending).rejects.toThrow('broken')
  })

  it('has failed when it does not hold in any of four tries', async () => {
    const { ending, count } = tried(slow, slow, slow, slow)
    await expect(ending).rejects.toMatchObject({
      name: 'AssertionError',
      message: 'the machine was busy; and so in each of 4 tries',
    })
    expect(count()).toBe(4)
  })
})
