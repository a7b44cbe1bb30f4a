import { describe, expect, it } from 'vitest'
import type { RunFact } from '../../contract/feedback.ts'
import { domainsOf } from './domains-of.ts'
import { wilson } from './wilson.ts'

const factsOf = (outcomes: RunFact['outcome'][]): RunFact[] =>
  outcomes.map((outcome, at) => ({
    ...{
      runId: `run${at}`,
      block: 0,
      agent: 'ann',
      at,
      language: 'python',
      kind: 'other' as never,
      outcome,
      attempts: 1,
    },
    ...{ durationMs: 1, program: 'p', failures: [], lessons: [], verdict: null },
  }))
const ends = (ok: number, failed: number): RunFact['outcome'][] => [
  ...Array<RunFact['outcome']>(ok).fill('ok'),
  ...Array<RunFact['outcome']>(failed).fill('failed'),
]
const levelAfter = (outcomes: RunFact['outcome'][]) => domainsOf(factsOf(outcomes))[0]?.level

describe('an agent', () => {
  it('graduates at 85 % of at least twenty runs, and is an expert where the whole interval is above', () => {
    expect(levelAfter(ends(19, 0))).toBe('new')
    expect(levelAfter(ends(17, 3))).toBe('graduated')
    expect(levelAfter(ends(16, 4))).toBe('learning')
    expect(levelAfter(ends(21, 0))).toBe('graduated')
    expect(levelAfter(ends(22, 0))).toBe('expert')
  })

  it('falls again by its last hundred runs, whatever it did before', () => {
    expect(levelAfter([...ends(0, 30), ...ends(70, 0), ...ends(500, 0)])).toBe('learning')
    expect(levelAfter([...ends(100, 0), ...ends(0, 500)])).toBe('expert')
  })

  it('is not judged by runs that were cancelled or failed through no fault of the program', () => {
    const lost: RunFact['outcome'][] = [...Array(50)].map((_, at) => (at % 2 === 0 ? 'cancelled' : 'error'))
    expect(levelAfter([...lost, ...ends(20, 0)])).toBe('graduated')
  })

  it('has the interval of Wilson', () => {
    const { low, high } = wilson(17, 20)
    expect([low, high].map((each) => each.toFixed(3))).toEqual(['0.640', '0.948'])
    expect(wilson(0, 0)).toEqual({ rate: 0, low: 0, high: 1 })
  })
})
