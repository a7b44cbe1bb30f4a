/** Summary of a list of times: the least is the host's best, the middle the usual time, the tail the bad cases. */
export interface Distribution {
  n: number
  minMs: number
  p50Ms: number
  p95Ms: number
  maxMs: number
}

export function distributionOf(timesMs: number[]): Distribution {
  const sorted = [...timesMs].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { n: sorted.length, minMs: at(0), p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) }
}
