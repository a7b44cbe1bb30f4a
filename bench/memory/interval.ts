import { randomOf } from '../repair/random.ts'

const DRAWS = 1000

/** The mean of some values, with an interval of 95 % by drawing them again. */
export function intervalOf(values: number[]): { mean: number; low: number; high: number } {
  const { below } = randomOf('interval')
  const meanOf = (draw: (at: number) => number) =>
    values.reduce((sum, _, at) => sum + (values[draw(at)] as number), 0) / values.length
  const draws = Array.from({ length: DRAWS }, () => meanOf(() => below(values.length))).sort((a, b) => a - b)
  const round = (value = 0) => Math.round(value * 10_000) / 10_000
  return { mean: round(meanOf((at) => at)), low: round(draws[DRAWS * 0.025]), high: round(draws[DRAWS * 0.975]) }
}
