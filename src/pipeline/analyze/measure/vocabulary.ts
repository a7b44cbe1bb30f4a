/** Operators and operands of a piece of code, counted as by Halstead. */
export interface Vocabulary {
  operators: Set<string>
  operands: Set<string>
  length: number
}

export const createVocabulary = (): Vocabulary => ({ operators: new Set(), operands: new Set(), length: 0 })

/** Halstead's volume: the number of bits that the code takes in its own vocabulary. */
export const volumeOf = ({ operators, operands, length }: Vocabulary): number =>
  length * Math.log2(Math.max(2, operators.size + operands.size))
