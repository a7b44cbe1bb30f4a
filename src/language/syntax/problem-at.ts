import type { SyntaxProblem } from './syntax.ts'

/** A problem at an offset, with its line and column. Lines end as in every language we parse: with \n, \r\n or \r. */
export function problemAt(source: string, offset: number, message: string): SyntaxProblem {
  const at = Math.min(Math.max(offset, 0), source.length)
  let line = 1
  let start = 0
  for (const ending of source.matchAll(/\r\n|\n|\r/g)) {
    const behind = ending.index + ending[0].length
    if (behind > at) break
    line += 1
    start = behind
  }
  return { message, line, column: at - start + 1, offset: at }
}
