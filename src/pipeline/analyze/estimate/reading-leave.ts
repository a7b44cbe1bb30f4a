const READS_PER_CHARACTER = 12

/**
 * A budget for reading: looking at a loop means reading everything in it, and loops nest. Each call spends the length of a
 * piece and tells whether the budget covers it, which keeps the total time linear for any program.
 */
export function readingLeave(length: number): (piece: { start: number; end: number }) => boolean {
  let left = READS_PER_CHARACTER * length
  return ({ start, end }) => {
    left -= end - start
    return left >= 0
  }
}
