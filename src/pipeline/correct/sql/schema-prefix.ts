import type { Edit, Strategy } from '../strategy.ts'
import { readSql, type SqlToken, statementsOf } from './read-sql.ts'
import { nameOf, SQL_LANGUAGES } from './sql-fault.ts'
import { type SqlSchema, schemaOf } from './sql-schema.ts'

const TOLD =
  /no such table: (\w+)\.\S|unknown database:? "?(\w+)|relation "(\w+)\.\S+" does not exist|Catalog "(\w+)" does/

/** Databases on servers have schemas around their tables: the table itself is here, so that nothing is guessed. */
export const schemaPrefix: Strategy = {
  id: 'sql/schema-prefix',
  languages: SQL_LANGUAGES,
  title: 'Takes the name of a database or schema away that is not here, before a table that is',
  answers: ['SqlError'],
  prior: 0.97,
  propose({ code, language, diagnosis, facts: { tables = [] } }) {
    const told = TOLD.exec(diagnosis.message.slice(0, 2_000))?.slice(1)
    const prefix = told?.find((name) => name !== undefined)?.toLowerCase()
    if (prefix === undefined) return []
    const statements = statementsOf(readSql(code, language))
    const schema = schemaOf(statements, tables)
    const edits = statements.flatMap(({ tokens }) => prefixesIn(tokens, prefix, schema))
    return edits.length > 0
      ? [{ edits, why: `took \`${prefix}.\` away, which is no database here`, sureness: 0.97 }]
      : []
  },
}

const BEFORE_TABLE = /^(?:FROM|JOIN|INTO|UPDATE|TABLE|VIEW|EXISTS|REFERENCES|ON|,|TRUNCATE)$/

/** `shop.` in `FROM shop.item` and in `shop.item.price`, where the table is known or is made here. */
function prefixesIn(tokens: SqlToken[], prefix: string, schema: SqlSchema): Edit[] {
  const isMade = /^(?:CREATE|DROP|ALTER)$/.test(tokens[0]?.value ?? '')
  return tokens.flatMap((token, index): Edit[] => {
    const [point, table, behind] = tokens.slice(index + 1, index + 4)
    if (nameOf(token).toLowerCase() !== prefix || point?.text !== '.' || !table) return []
    const before = tokens[index - 1]
    if (before?.text === '.') return []
    const isTable = BEFORE_TABLE.test(before?.value ?? '') || behind?.text === '.'
    const isKnown = isMade || schema.has(nameOf(table).toLowerCase())
    return isTable && isKnown ? [{ start: token.start, end: table.start, text: '' }] : []
  })
}
