import { EngineError } from '../../contract/errors.ts'

const BURST_SECONDS = 4
/** Full buckets carry no information; they are dropped when there are this many. */
const SWEEP_AT = 10_000

/** A bucket per user that fills steadily: short bursts pass, a flood is refused with the time to come back. */
export function createRateLimit({ perSecond, clock }: { perSecond: number; clock(): number }) {
  const most = perSecond * BURST_SECONDS
  const buckets = new Map<string, { tokens: number; at: number }>()

  const refilled = (bucket: { tokens: number; at: number }, now: number) =>
    Math.min(most, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
  const sweep = (now: number) => {
    for (const [user, bucket] of buckets) if (refilled(bucket, now) >= most) buckets.delete(user)
  }
  return {
    take(user: string): void {
      const now = clock()
      if (buckets.size >= SWEEP_AT) sweep(now)
      const tokens = refilled(buckets.get(user) ?? { tokens: most, at: now }, now)
      if (tokens < 1)
        throw new EngineError('RATE_LIMITED', { retryAfterS: Math.max(1, Math.ceil((1 - tokens) / perSecond)) })
      buckets.set(user, { tokens: tokens - 1, at: now })
    },
  }
}
