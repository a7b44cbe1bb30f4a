import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { attend, type LiveRun } from './live-runs.ts'

const liveRun = (cancelAfterMs: number | null): LiveRun => ({
  userId: 'ada',
  abort: new AbortController(),
  done: Promise.resolve(),
  readers: 0,
  cancelAfterMs,
})

describe('the readers of a run', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('may leave and come back within the grace without ending it', () => {
    const run = liveRun(1000)
    for (let visit = 0; visit < 5; visit++) {
      const leave = attend(run)
      vi.advanceTimersByTime(5000)
      leave()
      vi.advanceTimersByTime(999)
    }
    expect(run.abort.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(run.abort.signal.aborted).toBe(true)
  })

  it('keep it going as long as one of them is there', () => {
    const run = liveRun(1000)
    const [first, second] = [attend(run), attend(run)]
    first()
    vi.advanceTimersByTime(5000)
    expect(run.abort.signal.aborted).toBe(false)
    second()
    vi.advanceTimersByTime(1000)
    expect(run.abort.signal.aborted).toBe(true)
  })

  it('do not end a run that was started without one, or that has ended', () => {
    const run = liveRun(null)
    attend(run)()
    expect(vi.getTimerCount()).toBe(0)
  })
})
