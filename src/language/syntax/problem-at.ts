import { lineAt, lineStarts } from '../line-starts.ts'
import type { SyntaxProblem } from './syntax.ts'

/** A problem at an offset, with its line and column. */
export function problemAt(source: string, offset: number, message: string): SyntaxProblem {
  const at = Math.min(Math.max(offset, 0), source.length)
  const starts = lineStarts(source.slice(0, at + 1))
  const line = lineAt(starts, at)
  return { message, line, column: at - (starts[line - 1] ?? 0) + 1, offset: at }
}
