import type { Measured, Spent } from '../../contract/measure.ts'
import { withRoundTimes } from '../../contract/round-ms.ts'

/** Differences below this are noise on any host. */
const LEAST_DIFFERENCE_MS = 5
const LEAST_RATIO = 1.25

/** Compares the time and memory of this run with the median of earlier runs of the same program. */
export function compareSpent(now: Spent, earlier: readonly Spent[]): Measured {
  if (earlier.length === 0) return now
  const wallMs = median(earlier.map((each) => each.wallMs)) as number
  const cpuMs = median(known(earlier, 'cpuMs'))
  const memoryPeakBytes = median(known(earlier, 'memoryPeakBytes'))
  const verdict = now.cpuMs !== null && cpuMs !== null ? verdictOf(now.cpuMs, cpuMs) : verdictOf(now.wallMs, wallMs)
  return { ...now, earlier: withRoundTimes({ runs: earlier.length, wallMs, cpuMs, memoryPeakBytes, verdict }) }
}

function verdictOf(now: number, before: number): 'faster' | 'like' | 'slower' {
  if (Math.abs(now - before) < LEAST_DIFFERENCE_MS) return 'like'
  if (now > before * LEAST_RATIO) return 'slower'
  return before > now * LEAST_RATIO ? 'faster' : 'like'
}

const known = (list: readonly Spent[], name: 'cpuMs' | 'memoryPeakBytes'): number[] =>
  list.map((each) => each[name]).filter((value) => value !== null)

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return null
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
