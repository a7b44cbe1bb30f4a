/** Outcomes, each weighed by its age. */
export interface Counted {
  won: number
  lost: number
}

/** A prior weighs as much as so many outcomes: a few lucky ones do not turn the order over. */
const PRIOR_WEIGHT = 12
/** What was seen with all failures weighs as much as so many outcomes with this one. */
const TOTAL_WEIGHT = 8
/** More than so many outcomes count as so many: the record stays able to learn. */
const MOST_OUTCOMES = 200
/** However often a strategy was wrong, it is not shut out; however often it was right, it is not beyond doubt. */
const LEAST = 0.02
const MOST = 0.98

/** The prior, moved by all outcomes of the strategy, then by those with the very same kind of failure. */
export function likelihoodOf(known: { prior: number; all: Counted | undefined; same: Counted | undefined }): number {
  const withAll = moved(known.prior, PRIOR_WEIGHT, known.all)
  return Math.min(MOST, Math.max(LEAST, moved(withAll, TOTAL_WEIGHT, known.same)))
}

function moved(from: number, weight: number, counted: Counted = { won: 0, lost: 0 }): number {
  const outcomes = counted.won + counted.lost
  if (outcomes === 0) return from
  const share = counted.won / outcomes
  const heard = Math.min(outcomes, MOST_OUTCOMES)
  return (from * weight + share * heard) / (weight + heard)
}
