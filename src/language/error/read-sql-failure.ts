import type { ReadError } from '../language.ts'
import { hintIn } from './hint-in.ts'
import { withExpression } from './with-expression.ts'

/** The last line that our program writes; the message may have lines of its own. */
const START = /^main\.sql:(\d+):(\d+): (\w+): (.*)$/
const HINT = 'HINT: '

export const readSqlFailure: ReadError = ({ stderr, code }) => {
  const lines = stderr.split('\n')
  const at = lines.findLastIndex((line) => START.test(line))
  const [, line, column, type, first] = START.exec(lines[at] ?? '') ?? []
  if (type === undefined || first === undefined || Number(line) > code.split('\n').length) return undefined
  const rest = lines.slice(at + 1)
  const told = rest.findLast((text) => text.startsWith(HINT))?.slice(HINT.length)
  const message = [first, ...rest.filter((text) => !text.startsWith(HINT))].join('\n').trimEnd()
  const hint = told ?? hintIn(message)
  return withExpression({ type, message, line: Number(line), column: Number(column), ...(hint && { hint }) }, code)
}
