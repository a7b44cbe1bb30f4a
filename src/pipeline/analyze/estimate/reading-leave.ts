const READS_PER_CHARACTER = 12

/**
 * Looking at a loop means reading all in it, and loops stand in loops. Tells whether there is still leave to read a piece: so
 * the whole stays linear, whatever the program.
 */
export function readingLeave(length: number): (piece: { start: number; end: number }) => boolean {
  let left = READS_PER_CHARACTER * length
  return ({ start, end }) => {
    left -= end - start
    return left >= 0
  }
}
