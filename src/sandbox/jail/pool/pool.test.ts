import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPool, type PoolOptions } from './pool.ts'

const IDLE_MS = 1000

/** Members are numbers; each is made in 10 ms. */
function numbers(over: Partial<PoolOptions<number>> = {}) {
  const made: number[] = []
  const disposed: number[] = []
  let beingMade = 0
  let mostAtOnce = 0
  const pool = createPool<number>({
    make: async () => {
      mostAtOnce = Math.max(mostAtOnce, ++beingMade)
      await new Promise((resolve) => setTimeout(resolve, 10))
      beingMade--
      made.push(made.length)
      return made.length - 1
    },
    dispose: async (member) => void disposed.push(member),
    floor: 2,
    ceiling: 8,
    idleMs: IDLE_MS,
    atOnce: 2,
    onTrouble: () => {},
    ...over,
  })
  return { pool, made, disposed, mostAtOnce: () => mostAtOnce }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a pool', () => {
  it('has its floor waiting before the first taker, and again after each', async () => {
    const { pool } = numbers()
    pool.fill()
    await vi.advanceTimersByTimeAsync(50)
    expect(pool.waiting).toBe(2)
    expect(pool.take()).toBeTypeOf('number')
    await vi.advanceTimersByTimeAsync(50)
    expect(pool.waiting).toBe(2)
    await pool.close()
  })

  it('grows when it is found empty, up to its ceiling, and shrinks to its floor without takers', async () => {
    const { pool, disposed } = numbers()
    for (let n = 0; n < 10; n++) pool.take()
    expect(pool.wanted).toBe(8)
    await vi.advanceTimersByTimeAsync(100)
    expect(pool.waiting).toBe(8)
    await vi.advanceTimersByTimeAsync(4 * IDLE_MS)
    expect([pool.waiting, disposed.length]).toEqual([2, 6])
    await pool.close()
  })

  it('tries again after a failed start, when somebody asks', async () => {
    let works = false
    const troubles: unknown[] = []
    const { pool } = numbers({
      make: async () => {
        if (!works) throw new Error('no')
        return 1
      },
      onTrouble: (error) => troubles.push(error),
    })
    pool.fill()
    await vi.advanceTimersByTimeAsync(IDLE_MS)
    expect([troubles.length, pool.waiting]).toEqual([2, 0])
    works = true
    expect(pool.take()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(10)
    expect(pool.waiting).toBeGreaterThan(0)
    await pool.close()
  })

  it('does not keep members that are finished after it was closed', async () => {
    const { pool, made, disposed } = numbers()
    pool.fill()
    const closed = pool.close()
    await vi.advanceTimersByTimeAsync(20)
    await closed
    expect(disposed).toEqual(made)
  })

  it('gives each member to one taker, never makes too many at once, and loses none, whatever happens', async () => {
    const steps = fc.array(fc.constantFrom('take', 'lose', 'wait', 'idle'), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const { pool, made, disposed, mostAtOnce } = numbers()
        const taken: number[] = []
        const lost: number[] = []
        pool.fill()
        for (const step of list) {
          if (step === 'take') {
            const member = pool.take()
            if (member !== undefined) taken.push(member)
          } else if (step === 'lose') {
            const candidate = made.findLast((one) => ![...taken, ...lost, ...disposed].includes(one))
            if (candidate !== undefined) {
              pool.lose(candidate)
              lost.push(candidate)
            }
          } else await vi.advanceTimersByTimeAsync(step === 'wait' ? 10 : IDLE_MS)
          expect(pool.waiting).toBeLessThanOrEqual(8)
        }
        const closed = pool.close()
        await vi.advanceTimersByTimeAsync(50)
        await closed
        expect([...taken, ...lost, ...disposed].sort((a, b) => a - b)).toEqual(made)
        expect(mostAtOnce()).toBeLessThanOrEqual(2)
      }),
      { numRuns: 100 },
    )
  })
})
