export interface Row {
  inputs: number[]
  isRight: boolean
  /** How much the row counts. */
  weight: number
}

/** Keeps the weight of something seen twice from being certain; the first input is the base, and is free. */
const RIDGE = 0.5
const STEPS = 4000
const RATE = 0.5

/**
 * Weights of a logistic model, by gradient descent: a few hundred rows of a hundred inputs need nothing better. A weight that the rows
 * say nothing about stays as it was guessed.
 */
export function fitLogistic(rows: readonly Row[], guesses: readonly number[]): number[] {
  const weights = [...guesses]
  for (let step = 0; step < STEPS; step++) {
    const slopes = weights.map((weight, index) => (index === 0 ? 0 : RIDGE * (weight - (guesses[index] ?? 0))))
    for (const { inputs, isRight, weight } of rows) {
      const sum = inputs.reduce((total, input, index) => total + input * (weights[index] ?? 0), 0)
      const error = weight * (1 / (1 + Math.exp(-sum)) - Number(isRight))
      for (const [index, input] of inputs.entries())
        if (input !== 0) slopes[index] = (slopes[index] ?? 0) + error * input
    }
    for (const [index, slope] of slopes.entries()) weights[index] = (weights[index] ?? 0) - (RATE * slope) / rows.length
  }
  return weights
}
