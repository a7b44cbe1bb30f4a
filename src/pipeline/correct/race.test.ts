import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidate.ts'
import { race } from './race.ts'

const candidates = (...codes: string[]): Candidate[] => codes.map((code) => ({ code, steps: [], score: 1 }))
const never = new AbortController().signal

/** Candidates that end in the order they are named in `ends`, clean or not. */
function track(ends: Record<string, { afterTurns: number; isClean: boolean }>) {
  const cancelled: string[] = []
  const run = async (candidate: Candidate, signal: AbortSignal) => {
    const { afterTurns, isClean } = ends[candidate.code] ?? { afterTurns: 0, isClean: false }
    try {
      for (let turn = 0; turn < afterTurns; turn++) await pause(1, undefined, { signal })
    } catch (error) {
      cancelled.push(candidate.code)
      throw error
    }
    return { candidate, isClean, detail: undefined }
  }
  return { run, cancelled }
}
const cleanOnes = (verdicts: { candidate: Candidate; isClean: boolean }[]) =>
  verdicts.filter(({ isClean }) => isClean).map(({ candidate }) => candidate.code)

describe('a race of candidates', () => {
  it('is won by the best that is clean, not by the quickest', async () => {
    const { run } = track({ a: { afterTurns: 5, isClean: true }, b: { afterTurns: 0, isClean: true } })
    expect(cleanOnes(await race({ candidates: candidates('a', 'b'), lanes: 2, signal: never, run }))[0]).toBe('a')
  })

  it('ends the others as soon as nothing better can come', async () => {
    const { run, cancelled } = track({
      a: { afterTurns: 0, isClean: false },
      b: { afterTurns: 1, isClean: true },
      c: { afterTurns: 10_000, isClean: true },
    })
    const verdicts = await race({ candidates: candidates('a', 'b', 'c'), lanes: 3, signal: never, run })
    expect(verdicts.map(({ candidate, isClean }) => [candidate.code, isClean])).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(cancelled).toEqual(['c'])
  })

  it('is over when the run is cancelled, and says so', async () => {
    const caller = new AbortController()
    const { run } = track({ a: { afterTurns: 10_000, isClean: true } })
    const racing = race({ candidates: candidates('a'), lanes: 1, signal: caller.signal, run })
    setImmediate(() => caller.abort(new Error('gone')))
    await expect(racing).rejects.toThrow()
  })

  it('passes on a failure of a sandbox', async () => {
    const run = async () => {
      throw new Error('no sandbox')
    }
    await expect(race({ candidates: candidates('a'), lanes: 1, signal: never, run })).rejects.toThrow('no sandbox')
  })
})
