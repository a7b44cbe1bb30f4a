import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSandboxClock } from './sandbox-clock.ts'

describe('the clock of a sandbox', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('rings when the delay has passed, and not after it was cancelled', () => {
    const clock = createSandboxClock()
    const rung: string[] = []
    clock.after(100, () => rung.push('kept'))
    clock.after(100, () => rung.push('called off'))()
    vi.advanceTimersByTime(99)
    expect(rung).toEqual([])
    vi.advanceTimersByTime(1)
    expect(rung).toEqual(['kept'])
  })

  it('does not count the time in which the sandbox stood still', () => {
    const clock = createSandboxClock()
    const rung: string[] = []
    clock.after(100, () => rung.push('before the pause'))
    vi.advanceTimersByTime(60)
    clock.stop()
    clock.after(50, () => rung.push('in the pause'))
    vi.advanceTimersByTime(1000)
    expect(rung).toEqual([])
    clock.go()
    vi.advanceTimersByTime(39)
    expect(rung).toEqual([])
    vi.advanceTimersByTime(1)
    expect(rung).toEqual(['before the pause'])
    vi.advanceTimersByTime(10)
    expect(rung).toEqual(['before the pause', 'in the pause'])
  })

  it('waits longer than the longest timer of Node', () => {
    const clock = createSandboxClock()
    let rung = false
    clock.after(5_000_000_000, () => {
      rung = true
    })
    vi.advanceTimersByTime(4_999_999_999)
    expect(rung).toBe(false)
    vi.advanceTimersByTime(1)
    expect(rung).toBe(true)
  })
})
