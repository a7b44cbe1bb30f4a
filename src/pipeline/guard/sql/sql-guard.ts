import type { LanguageGuard } from '../rule.ts'
import { readSql, type SqlProgram } from './read-sql.ts'
import { injection } from './rule/injection.ts'
import { load } from './rule/load.ts'
import { loss } from './rule/loss.ts'
import { reach } from './rule/reach.ts'
import { rights } from './rule/rights.ts'

export const sqlGuard: LanguageGuard<SqlProgram> = {
  languages: ['sql', 'postgres', 'duckdb'],
  rules: [...loss, ...injection, ...reach, ...rights, ...load],
  // Any text can be read as tokens, so nothing is left out.
  read: (source, language) => ({ program: readSql(source, language), isPartial: false }),
}
