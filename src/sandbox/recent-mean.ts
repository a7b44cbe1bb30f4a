export interface RecentMean {
  add(value: number): void
  /** Undefined before the first value. */
  readonly value: number | undefined
}

/** The weight of the newest value: the last twenty or so decide. */
const NEWEST = 0.1

/** The mean of recent values, the newest counting most; it stores one number, however many values came. */
export function createRecentMean(): RecentMean {
  let mean: number | undefined
  return {
    add(value) {
      mean = mean === undefined ? value : mean + NEWEST * (value - mean)
    },
    get value() {
      return mean
    },
  }
}
