import { Histogram, type Registry } from 'prom-client'

/** The bounds reach from a warm start to the longest program. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** All durations use the same buckets, so that they can be compared. */
export function createSecondsHistogram(registers: Registry[]) {
  return <Label extends string>(options: { name: string; help: string; labelNames: Label[] }): Histogram<Label> =>
    new Histogram({ ...options, buckets: SECONDS, registers })
}
