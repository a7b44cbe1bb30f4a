import type { Strategy } from '../strategy.ts'
import { alikeness, isOneLetter } from './alike-words.ts'
import { linkName } from './link-name.ts'
import { linkStatement } from './link-statement.ts'
import { type UnknownName, unknownName } from './name-faults.ts'
import { statementsOf } from './read-sql.ts'
import { readFault, SQL_LANGUAGES } from './sql-fault.ts'
import { type SqlSchema, schemaOf } from './sql-schema.ts'

/** A guessed name is tied to the schema by its words; the schema and the data stay as they are. */
export const linkSchema: Strategy = {
  id: 'sql/link-schema',
  languages: SQL_LANGUAGES,
  title:
    'Finds the table or column that a query means by other words, or that another table has, and joins that table by its key',
  answers: ['SqlError'],
  prior: 0.7,
  propose(given) {
    const fault = readFault(given)
    const unknown = fault && unknownName(fault.message)
    if (!fault || !unknown || fault.statement.tokens[0]?.value === 'CREATE') return []
    const schema = schemaOf(statementsOf(fault.tokens), fault.tables)
    if (isMisspelt(unknown, schema)) return []
    const found = linkName(fault, unknown, schema).slice(0, 5)
    return [...linkStatement(fault, found), ...found]
  },
}

/** A slip of the hand is no guess: `sql/misspelt-name` puts it right. */
function isMisspelt({ kind, name }: UnknownName, schema: SqlSchema): boolean {
  const tables = [...schema.values()]
  const names = kind === 'table' ? tables.map((table) => table.name) : tables.flatMap(({ columns }) => columns)
  return names.some((each) => isOneLetter(name, each) && alikeness(name, each) < 0.95)
}
