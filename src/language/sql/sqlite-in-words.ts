import type { Language } from '../language.ts'

const SYNTAX = /^near ".*": syntax error$|^unrecognized token: |^incomplete input$/s

/** An error with SQLite's own name, as our programs of SQL print it. */
export const sqliteInWords: NonNullable<Language['inWords']> = ({ name, value, line = 1, column = 1 }) => {
  const type = name.startsWith('SQLITE_CONSTRAINT')
    ? 'ConstraintError'
    : SYNTAX.test(value)
      ? 'SyntaxError'
      : 'SqlError'
  return `main.sql:${line}:${column}: ${name.startsWith('SQLITE_') ? type : name}: ${value}\n`
}
