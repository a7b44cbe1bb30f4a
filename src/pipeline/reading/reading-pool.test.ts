import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createReadingPool, type PoolParts, type ReadingPool, startReadingThread } from './reading-pool.ts'
import type { ReadingThread } from './reading-thread.ts'
import { inTurnOf } from './turn-of.ts'

type Echo = ReadingPool<{ echo: { asks: string; gives: string } }>
const FIXTURE = startReadingThread(new URL('./reading-worker.fixture.ts', import.meta.url))
/** A job is ended for good after twice this. */
const BUDGET_MS = 50

const open: Echo[] = []
afterEach(() => Promise.all(open.splice(0).map((pool) => pool.close())))
function poolOf(parts: Partial<PoolParts> = {}) {
  let started = 0
  const start = (isSpare: boolean) => {
    started++
    return (parts.start ?? FIXTURE.start)(isSpare)
  }
  const pool: Echo = createReadingPool({ ...FIXTURE, ...parts, start })
  open.push(pool)
  const ask = (question: string, signal?: AbortSignal) =>
    pool.ask('echo', question, { budgetMs: question === 'slow' ? 100 * BUDGET_MS : BUDGET_MS, signal })
  return { pool, ask, started: () => started }
}
/** A pool of threads that take one job each and never end it; a spare thread is kept. */
function poolOfNeverEnding(parts: Partial<PoolParts> = {}) {
  const begun: unknown[] = []
  const start = (): ReadingThread => ({
    work: ({ question }) => {
      begun.push(question)
      return new Promise(() => {})
    },
    isOver: false,
    end: async () => {},
  })
  const made = poolOf({ ...parts, start })
  made.pool.prepare()
  return { ...made, begun, idle: () => made.started() - begun.length }
}
const wordOf = (answer: Promise<string>) => answer.catch((error) => error.details?.why ?? error.message)

describe('the threads that read programs', () => {
  it('answer one job after the other in the thread that is warm', async () => {
    const { ask, started } = poolOf()
    for (const word of ['a', 'b', 'c']) expect(await ask(word)).toBe(word)
    expect(started()).toBe(1)
  })

  it('give a retryable error for a job that takes too long or ends them, and answer the next', async () => {
    const { ask } = poolOf()
    for (const [word, why] of [
      ['hang', 'late'],
      ['leave', 'died'],
      ['fail', 'died'],
    ] as const) {
      await expect(ask(word)).rejects.toMatchObject({ code: 'NOT_READ', retry: true, details: { why } })
      expect(await ask('next')).toBe('next')
    }
  })

  it('try a job again in another thread when one died over it', async () => {
    const dying: { -readonly [Key in keyof ReadingThread]: ReadingThread[Key] } = {
      async work() {
        dying.isOver = true
        return { failed: 'died', reason: 'out of memory' }
      },
      isOver: false,
      end: async () => {},
    }
    const threads = [dying]
    const { ask, started } = poolOf({ start: () => threads.pop() ?? FIXTURE.start(false) })
    expect(await ask('a')).toBe('a')
    expect(started()).toBe(2)
  })

  it('survive that none can be started: an error that says so, and the next job is read', async () => {
    let failures = 3
    const start = () => {
      if (failures-- > 0) throw new Error('no thread left')
      return FIXTURE.start(false)
    }
    const { ask } = poolOf({ start })
    await expect(ask('a')).rejects.toMatchObject({ code: 'NOT_READ', retry: true, details: { why: 'unstarted' } })
    expect(await ask('b')).toBe('b')
  })

  it('let no user wait for the long job of another', async () => {
    const { ask } = poolOf()
    await ask('warm')
    const leaving = new AbortController()
    const slow = inTurnOf('ada', () => wordOf(ask('slow', leaving.signal)))
    expect(await inTurnOf('ben', () => ask('quick'))).toBe('quick')
    leaving.abort(new Error('still at work'))
    expect(await slow).toBe('still at work')
  })

  it('keep the warm one for short jobs when a long text comes', async () => {
    const { ask, started } = poolOf()
    await ask('warm')
    const leaving = new AbortController()
    const slow = wordOf(ask('slow', leaving.signal))
    expect(started()).toBe(2)
    expect(await ask('quick')).toBe('quick')
    leaving.abort(new Error('left'))
    expect(await slow).toBe('left')
  })

  it('are not all taken by one user, however much that user asks', async () => {
    const { ask } = poolOf({ most: 3, mostPerUser: 1 })
    const leaving = new AbortController()
    const slow = [1, 2, 3].map(() => inTurnOf('ada', () => wordOf(ask('slow', leaving.signal))))
    expect(await inTurnOf('ben', () => ask('quick'))).toBe('quick')
    leaving.abort(new Error('still at work'))
    expect(await Promise.all(slow)).toEqual(['still at work', 'still at work', 'still at work'])
  })

  it('begin with the short program of another user at once, however one user floods them', () => {
    const { ask, begun, idle } = poolOfNeverEnding()
    for (let number = 0; number < 20; number++) {
      inTurnOf('ada', () => void wordOf(ask(number % 2 === 0 ? 'slow' : 'hang')))
    }
    expect(begun).toEqual(['slow', 'hang'])
    expect(idle()).toBe(1)
    inTurnOf('ben', () => void wordOf(ask('quick')))
    expect(begun).toEqual(['slow', 'hang', 'quick'])
    expect(idle()).toBe(1)
  })

  it('leave the last one to a user who has none, however many others flood them', () => {
    const { ask, begun } = poolOfNeverEnding({ most: 6 })
    for (let round = 0; round < 5; round++) {
      for (const userId of ['ada', 'ben', 'cleo']) inTurnOf(userId, () => void wordOf(ask(userId)))
    }
    expect(begun.toSorted()).toEqual(['ada', 'ada', 'ben', 'ben', 'cleo'])
    inTurnOf('dan', () => void wordOf(ask('dan')))
    expect(begun.at(-1)).toBe('dan')
  })

  it('give one user less than all, with as few cores as there may be', () => {
    const { ask, begun, started } = poolOfNeverEnding({})
    for (let number = 0; number < 100; number++) inTurnOf('ada', () => void wordOf(ask('a')))
    expect(started()).toBeGreaterThan(begun.length)
  })

  it('are timed by processor time, not by the clock: others may have the host meanwhile', async () => {
    const { ask } = poolOf()
    expect(await ask('starve')).toBe('starve')
  })

  it('stop with a job that nobody waits for, and are kept when it stops by itself', async () => {
    const { ask, started } = poolOf({ most: 1 })
    const leaving = new AbortController()
    await ask('warm')
    const left = wordOf(ask('until left', leaving.signal))
    const waiting = wordOf(ask('a', leaving.signal))
    await pause(20)
    leaving.abort(new Error('left'))
    expect(await Promise.all([left, waiting])).toEqual(['left', 'left'])
    expect(await ask('b')).toBe('b')
    expect(started()).toBe(1)
  })

  it('are ended when a job goes on though nobody waits for it', async () => {
    const { ask, started } = poolOf({ most: 1 })
    const leaving = new AbortController()
    const left = wordOf(ask('hang', leaving.signal))
    await pause(20)
    leaving.abort(new Error('left'))
    expect(await left).toBe('left')
    expect(await ask('b')).toBe('b')
    expect(started()).toBe(2)
  })

  it('are one when nobody has asked for long, two until then, and two again with the next job', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const alive: ReadingThread[] = []
      const worked: ReadingThread[] = []
      const start = (): ReadingThread => {
        const thread: ReadingThread = {
          work: async ({ question }) => {
            worked.push(thread)
            return { answer: question }
          },
          isOver: false,
          end: async () => void alive.splice(alive.indexOf(thread), 1),
        }
        alive.push(thread)
        return thread
      }
      const { pool, ask, started } = poolOf({ start, idleMs: 20_000, restMs: 60_000 })
      pool.prepare()
      for (let minute = 0; minute < 5; minute++) {
        expect(await ask('a')).toBe('a')
        expect(alive).toHaveLength(2)
        vi.advanceTimersByTime(55_000)
      }
      expect([alive.length, started()]).toEqual([2, 2])
      vi.advanceTimersByTime(120_000)
      expect(alive).toEqual([worked.at(-1)])
      expect(await ask('b')).toBe('b')
      expect(worked.at(-1)).toBe(worked.at(-2))
      expect(alive, 'the first job has the processor for itself').toHaveLength(1)
      vi.advanceTimersByTime(2000)
      expect([alive.length, started()]).toEqual([2, 3])
    } finally {
      vi.useRealTimers()
    }
  })

  it('take no other job when something in them broke', async () => {
    const { ask, started } = poolOf()
    expect(await ask('break')).toBe('break')
    expect(await ask('a')).toBe('a')
    expect(started()).toBe(2)
  })

  it('are waited for when they are closed in the middle of their work', () => {
    const script = fileURLToPath(new URL('./close-while-asked.fixture.ts', import.meta.url))
    const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, 'closed'])
  })
})
