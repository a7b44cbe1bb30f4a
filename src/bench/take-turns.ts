import { setTimeout as delay } from 'node:timers/promises'
import type { BenchRow } from '../contract/bench.ts'
import { distributionOf } from './distribution.ts'

export interface Way {
  name: string
  /** Does the measured action once and gives the milliseconds that count. */
  once(): Promise<number>
  /** Takes part only in every nth round, for slow ways. */
  every?: number
}

export interface Turns {
  ways: Way[]
  rounds: number
  /** No round begins after this time, but a few are always done. */
  budgetMs: number
  /** Name of the way that the others are compared with. */
  against: string
  signal: AbortSignal
  /** Zero for ways that leave no work behind. */
  pauseMs?: number
}

const WARM_UP = 2
const LEAST_ROUNDS = 5

/** Pause in which work that one way left, such as refilling a pool, is done before the next is measured. */
const PAUSE_MS = 30

/** Lets the ways take turns, so that noise of the host falls on all of them alike; the first rounds are not counted. */
export async function takeTurns({
  ways,
  rounds,
  budgetMs,
  against,
  signal,
  pauseMs = PAUSE_MS,
}: Turns): Promise<BenchRow[]> {
  const times = new Map<string, number[]>(ways.map(({ name }) => [name, []]))
  const startedAt = performance.now()
  for (let round = -Math.min(WARM_UP, rounds); round < rounds; round++) {
    if (round >= LEAST_ROUNDS && performance.now() - startedAt > budgetMs) break
    for (const { name, once, every = 1 } of ways) {
      if (round % every !== 0) continue
      signal.throwIfAborted()
      await delay(pauseMs)
      const tookMs = await once()
      if (round >= 0) times.get(name)?.push(tookMs)
    }
  }
  return rowsOf(times, against)
}

/** One row of times for each way, with the ratio of the medians. */
export function rowsOf(times: Map<string, number[]>, against: string): BenchRow[] {
  const reference = times.get(against)
  const floorMs = reference === undefined ? null : distributionOf(reference).p50Ms
  return [...times].map(([way, list]) => {
    const { n, minMs, p50Ms, p95Ms, maxMs } = distributionOf(list)
    const ratio = floorMs === null ? null : p50Ms / floorMs
    return { way, unit: 'ms', n, min: minMs, p50: p50Ms, p95: p95Ms, max: maxMs, ratio }
  })
}

/** Milliseconds that an action takes. */
export async function timed(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await action()
  return performance.now() - startedAt
}
