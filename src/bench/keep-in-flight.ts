export interface Load {
  /** Number of works under way at any time. */
  inFlight: number
  durationMs: number
  work(): Promise<unknown>
}

export interface Pace {
  perSecond: number
  timesMs: number[]
}

/** Repeats the same work at this concurrency; work that has begun when the time is over is finished and counted. */
export async function keepInFlight({ inFlight, durationMs, work }: Load): Promise<Pace> {
  const startedAt = performance.now()
  const timesMs: number[] = []
  const lane = async () => {
    while (performance.now() - startedAt < durationMs) {
      const begunAt = performance.now()
      await work()
      timesMs.push(performance.now() - begunAt)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return { perSecond: (timesMs.length / (performance.now() - startedAt)) * 1000, timesMs }
}
