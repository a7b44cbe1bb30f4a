import { DatabaseSync } from 'node:sqlite'
import { POSTGRES } from '../../../../src/language/sql/inside/dialect.ts'
import { splitStatements } from '../../../../src/language/sql/inside/split-statements.ts'

/** The statements of a script of PostgreSQL that SQLite takes as they are, without the names of schemas. */
export function fromPostgres(script: string): string {
  const database = new DatabaseSync(':memory:')
  const taken = splitStatements(script.replace(/\b(?:public|consumer_div)\./g, ''), POSTGRES).filter(({ text }) => {
    if (!/^(?:CREATE TABLE|INSERT)\b/i.test(text)) return false
    try {
      database.exec(text)
      return true
    } catch {
      return false
    }
  })
  database.close()
  return ['PRAGMA foreign_keys = OFF;', ...taken.map(({ text }) => `${text.replace(/;\s*$/, '')};`)].join('\n')
}
