/** Operators and operands of a piece of code, as Halstead counts them. */
export interface Vocabulary {
  operators: Set<string>
  operands: Set<string>
  length: number
}

export const createVocabulary = (): Vocabulary => ({ operators: new Set(), operands: new Set(), length: 0 })

/** Halstead's volume: how many bits it takes to write the code down in its own vocabulary. */
export const volumeOf = ({ operators, operands, length }: Vocabulary): number =>
  length * Math.log2(Math.max(2, operators.size + operands.size))
