import { constants, DatabaseSync } from 'node:sqlite'
import { problemAt } from '../syntax/problem-at.ts'
import type { Parse, SyntaxProblem } from '../syntax/syntax.ts'
import { SQLITE } from './inside/dialect.ts'
import { type Statement, splitStatements } from './inside/split-statements.ts'

const SYNTAX = /^near "[\s\S]*": syntax error$|^incomplete input$|^unrecognized token/

/**
 * SQLite itself prepares the statements and never runs them, so the dialect is exact. Unknown tables are no syntax errors.
 * Some pragmas act on the whole process while they are prepared: those, and other files, are denied.
 */
export function createSqliteParser(): Parse {
  const database = new DatabaseSync(':memory:')
  const denied = [constants.SQLITE_PRAGMA, constants.SQLITE_ATTACH]
  database.setAuthorizer((action) => (denied.includes(action) ? constants.SQLITE_DENY : constants.SQLITE_OK))
  const complaintOf = (text: string): string | undefined => {
    try {
      database.prepare(text)
      return undefined
    } catch (error) {
      const { message } = error as Error
      return SYNTAX.test(message) ? message : undefined
    }
  }
  return (source) =>
    splitStatements(source, SQLITE).flatMap((statement): SyntaxProblem[] => {
      const message = complaintOf(statement.text)
      if (message === undefined) return []
      return [
        problemAt(source, message === 'incomplete input' ? endOf(statement) : placeOf(statement, complaintOf), message),
      ]
    })
}

const endOf = ({ start, text }: Statement): number => start + text.length

/** SQLite reports the token without its place: it is the first one with which the text cannot go on, found by bisection. */
function placeOf({ text, start, tokens }: Statement, complaintOf: (text: string) => string | undefined): number {
  const failsWith = (index: number): boolean => {
    const token = tokens[index]
    if (!token) return true
    const message = complaintOf(text.slice(0, token.start + token.text.length - start))
    return message !== undefined && message !== 'incomplete input'
  }
  let [first, last] = [0, tokens.length - 1]
  while (first < last) {
    const middle = (first + last) >> 1
    if (failsWith(middle)) last = middle
    else first = middle + 1
  }
  return tokens[first]?.start ?? start
}
