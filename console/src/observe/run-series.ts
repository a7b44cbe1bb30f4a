import type { RunSummary } from 'anneal-contract/api.ts'
import { isRepaired } from '../run/is-repaired.ts'

export interface Bucket {
  /** When it begins. */
  from: number
  runs: number
  ok: number
  repaired: number
  failed: number
  /** Milliseconds; null without an ended run. */
  medianMs: number | null
}

const BUCKETS = 48

/** Runs counted in equal steps of time, the oldest first. */
export function bucketsOf(runs: readonly RunSummary[], { now, spanMs }: { now: number; spanMs: number }): Bucket[] {
  const stepMs = spanMs / BUCKETS
  const begin = now - spanMs
  const grouped = Map.groupBy(runs, ({ startedAt }) => Math.floor((startedAt - begin) / stepMs))
  return Array.from({ length: BUCKETS }, (_, index) => {
    const own = grouped.get(index) ?? []
    const ended = own.filter(({ outcome }) => outcome !== null)
    return {
      ...{ from: begin + index * stepMs, runs: own.length, repaired: own.filter(isRepaired).length },
      ok: ended.filter(({ outcome }) => outcome === 'ok').length,
      failed: ended.filter(({ outcome }) => outcome === 'failed' || outcome === 'error').length,
      medianMs: median(ended.flatMap(({ durationMs }) => durationMs ?? [])),
    }
  })
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
