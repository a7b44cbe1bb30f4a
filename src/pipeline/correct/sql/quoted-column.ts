import { proposalOf } from '../proposal-of.ts'
import type { Strategy } from '../strategy.ts'
import { unknownName } from './name-faults.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { isSame, readFault, SQL_LANGUAGES } from './sql-fault.ts'
import { schemaOf } from './sql-schema.ts'
import { type SqlSource, sourcesOf } from './sql-sources.ts'

/** `"users.name"` is one name with a point in it. */
export const quotedColumn: Strategy = {
  id: 'sql/quoted-column',
  languages: SQL_LANGUAGES,
  title: 'Quotes a table and its column each on its own instead of both together',
  answers: ['SqlError'],
  prior: 0.95,
  propose(given) {
    const fault = readFault(given)
    if (!fault || unknownName(fault.message)?.kind !== 'column') return []
    const { tokens } = fault.statement
    const sources = sourcesOf(tokens, schemaOf(statementsOf(fault.tokens), fault.tables))
    const edits = tokens.flatMap((token) => {
      const parts = qualifiedIn(token, sources)
      const [open, close] = [token.text[0] ?? '', token.text.at(-1) ?? '']
      const text = parts?.map((part) => `${open}${part}${close}`).join('.')
      return text === undefined ? [] : [{ start: token.start, end: token.end, text }]
    })
    return proposalOf(edits, 'quoted the table and its column each on its own', 0.98)
  },
}

/** The source and its column, where one pair of quotes is around both. */
export function qualifiedIn({ kind, value }: SqlToken, sources: readonly SqlSource[]): [string, string] | undefined {
  const point = value.indexOf('.')
  if (kind !== 'name' || point < 1) return undefined
  const [alias, column] = [value.slice(0, point), value.slice(point + 1)]
  const isKnown = sources.some(
    (source) =>
      (isSame(source.alias, alias) || isSame(source.table, alias)) && source.columns.some((one) => isSame(one, column)),
  )
  return isKnown ? [alias, column] : undefined
}
