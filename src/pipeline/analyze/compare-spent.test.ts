import { expect, it } from 'vitest'
import { compareSpent } from './compare-spent.ts'

const spent = (cpuMs: number | null, wallMs = 100) => ({
  wallMs,
  cpuMs,
  memoryPeakBytes: 1000,
  readBytes: null,
  writtenBytes: 0,
})

it('the first run has nothing to compare with', () => {
  expect(compareSpent(spent(10), [])).toEqual(spent(10))
})

it('a run is compared with the median of earlier runs', () => {
  const { earlier } = compareSpent(spent(200), [spent(10), spent(20), spent(1000), spent(30)])
  expect(earlier).toEqual({ runs: 4, wallMs: 100, cpuMs: 25, memoryPeakBytes: 1000, verdict: 'slower' })
})

it('the comparison ignores a small difference, and takes wall time where processor time is not known', () => {
  expect(compareSpent(spent(4), [spent(1)]).earlier?.verdict).toBe('like')
  expect(compareSpent(spent(100), [spent(110)]).earlier?.verdict).toBe('like')
  expect(compareSpent(spent(10), [spent(100)]).earlier?.verdict).toBe('faster')
  expect(compareSpent(spent(null, 50), [spent(null, 100)]).earlier?.verdict).toBe('faster')
})
