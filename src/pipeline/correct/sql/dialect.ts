import type { Edit, Strategy } from '../strategy.ts'
import { dialectCalls } from './dialect-calls.ts'
import { dialectClauses } from './dialect-clauses.ts'
import { dialectTable } from './dialect-table.ts'
import { dialectWords } from './dialect-words.ts'
import { readSql, statementsOf } from './read-sql.ts'
import { SQL_LANGUAGES } from './sql-fault.ts'

/** Translates SQL that was written for another database. All of it is corrected at once: such faults come in swarms. */
export const dialect: Strategy = {
  id: 'sql/dialect',
  languages: SQL_LANGUAGES,
  title: 'Says in the words of this database what was written for another: types, functions, casts, quotes, LIMIT',
  answers: ['SyntaxError', 'SqlError', 'ConstraintError'],
  prior: 0.95,
  propose({ code, language }) {
    const tokens = readSql(code, language)
    const statements = statementsOf(tokens)
    const edits = withoutOverlap([
      ...statements.flatMap((statement) => [
        ...dialectTable(statement, language),
        ...dialectClauses({ code, statement, language }),
      ]),
      ...dialectCalls(code, tokens, language),
      ...dialectWords(code, tokens, language),
    ])
    return edits.length > 0
      ? [{ edits, why: 'said in the words of this database what was written for another', sureness: 0.93 }]
      : []
  },
}

/** Keeps the first of two edits that touch the same text. */
function withoutOverlap(edits: Edit[]): Edit[] {
  const sorted = edits
    .map((edit, index) => ({ edit, index }))
    .sort((one, other) => one.edit.start - other.edit.start || one.index - other.index)
  const kept: Edit[] = []
  for (const { edit } of sorted)
    if (edit.start >= (kept.at(-1)?.end ?? 0) && edit.start >= (kept.at(-1)?.start ?? -1)) kept.push(edit)
  return kept
}
