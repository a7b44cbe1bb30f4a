/** A range of the code as people count: lines and columns from 1, the end behind the last character. */
export interface CodeRange {
  line: number
  column: number
  endLine: number
  endColumn: number
}

/** Turns offsets of one source into lines and columns. Offsets outside are taken as its ends. */
export function placeIn(source: string): (start: number, end: number) => CodeRange {
  const starts = [0]
  for (const ending of source.matchAll(/\r\n|\n|\r/g)) starts.push(ending.index + ending[0].length)
  const at = (offset: number) => {
    const inside = Math.min(Math.max(offset, 0), source.length)
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= inside) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: inside - (starts[low] as number) + 1 }
  }
  return (start, end) => {
    const last = at(Math.max(start, end))
    return { ...at(start), endLine: last.line, endColumn: last.column }
  }
}
