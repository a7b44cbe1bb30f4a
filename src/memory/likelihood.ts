/** Counts of outcomes, each weighed by its age. */
export interface Counted {
  won: number
  lost: number
}

/** A prior weighs as much as this many outcomes, so that a few lucky ones do not change the order. */
const PRIOR_WEIGHT = 12
/** The outcomes with all failures weigh as much as this many outcomes with this failure. */
const TOTAL_WEIGHT = 8
/** More outcomes count as this many, so that the record can still learn. */
const MOST_OUTCOMES = 200
/** A strategy that was often wrong is still tried, and a strategy that was often right is still doubted. */
const LEAST = 0.02
const MOST = 0.98

/** Moves the prior by all outcomes of the strategy, then by those with the same kind of failure. */
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

/** A lesson's evidence counts as this many outcomes at most, and moves a likelihood by this factor at most. */
const MOST_LESSON_OUTCOMES = 20
const MOST_FACTOR = 2

/** Moves a likelihood by the runs behind a lesson, within bounds: whatever was learnt, others are still tried. */
export function movedByLesson(likelihood: number, counted: Counted, unmoved = likelihood): number {
  const most = Math.max(1, (counted.won + counted.lost) / MOST_LESSON_OUTCOMES)
  const heard = { won: counted.won / most, lost: counted.lost / most }
  const next = moved(likelihood, PRIOR_WEIGHT, heard)
  return Math.min(MOST, Math.max(LEAST, Math.min(unmoved * MOST_FACTOR, Math.max(unmoved / MOST_FACTOR, next))))
}
