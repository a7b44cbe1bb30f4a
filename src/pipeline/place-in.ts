import { lineAt, lineStarts } from '../language/line-starts.ts'

/** A range of the code as people count: lines and columns from 1, the end behind the last character. */
export interface CodeRange {
  line: number
  column: number
  endLine: number
  endColumn: number
}

/** Turns offsets of one source into lines and columns. Offsets outside are taken as its ends. */
export function placeIn(source: string): (start: number, end: number) => CodeRange {
  const starts = lineStarts(source)
  const at = (offset: number) => {
    const inside = Math.min(Math.max(offset, 0), source.length)
    const line = lineAt(starts, inside)
    return { line, column: inside - (starts[line - 1] as number) + 1 }
  }
  return (start, end) => {
    const last = at(Math.max(start, end))
    return { ...at(start), endLine: last.line, endColumn: last.column }
  }
}
