import type { Diagnosis } from '../../../contract/diagnosis.ts'
import type { Source } from './read-source.ts'

/** The offset of the failure; the end of the code when the interpreter gives no place. */
export function offsetOf({ code, lineStarts }: Source, { line, column }: Pick<Diagnosis, 'line' | 'column'>): number {
  const start = lineStarts[(line ?? 0) - 1]
  if (start === undefined) return code.length
  return Math.min(code.length, start + Math.max(0, (column ?? 1) - 1))
}

/** The first token that ends behind the offset; the number of tokens when none does. Tokens are in order, so it bisects. */
export function tokenAt({ tokens }: Source, offset: number): number {
  let [low, high] = [0, tokens.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle]?.end ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}
