import type { Proposal } from '../strategy.ts'
import { alikeness } from './alike-words.ts'
import { type ForeignKey, foreignKeys, tieOf } from './foreign-keys.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { isSame, nameOf, type SqlFault } from './sql-fault.ts'
import type { SqlSchema, SqlTable } from './sql-schema.ts'
import type { SqlSource } from './sql-sources.ts'
import type { NameUse } from './unresolved-uses.ts'

interface Wanted {
  fault: SqlFault
  uses: NameUse[]
  name: string
  schema: SqlSchema
}

/** Joins a table that has the column, by the key that ties it to a table of the query. */
export function joinFor({ fault, uses, name, schema }: Wanted): Proposal[] {
  const [first] = uses
  if (!first || first.scope.sources.length === 0) return []
  const { tokens } = fault.statement
  const keys = foreignKeys(statementsOf(fault.tokens), schema)
  const { sources } = first.scope
  const taken = sources.map(({ table }) => table.toLowerCase())
  const made = [...schema.values()]
    .filter((table) => !taken.includes(table.name.toLowerCase()))
    .flatMap((table) => columnsLike(table, name).map((found) => ({ table, ...found })))
    .flatMap(({ table, column, sureness }) => {
      const path = pathTo(sources, table.name, keys, schema)
      return path ? [{ table, column, path, sureness: sureness - (path.steps.length > 1 ? 0.2 : 0) }] : []
    })
  return made.map(({ table, column, path, sureness }): Proposal => {
    const at = behindSource(tokens, first, path.from)
    const joins = path.steps.map(({ table: to, on }) => ` JOIN ${to} ON ${on}`).join('')
    const qualified = uses.map(({ token, qualified: before }) => ({
      start: before?.start ?? token.start,
      end: token.end,
      text: `${table.name}.${column}`,
    }))
    const edits = [...qualified, { start: at, end: at, text: joins }].sort((one, other) => one.start - other.start)
    return { edits, why: `joined \`${table.name}\`, which has \`${column}\``, sureness: sureness / made.length }
  })
}

function columnsLike({ columns, name: table }: SqlTable, wanted: string): { column: string; sureness: number }[] {
  const exact = columns.find((column) => isSame(column, wanted))
  if (exact !== undefined) return [{ column: exact, sureness: 0.8 }]
  return columns.flatMap((column) => {
    const alike = alikeness(wanted, column, table)
    return alike >= 0.9 ? [{ column, sureness: 0.55 }] : []
  })
}

interface Path {
  from: SqlSource
  steps: { table: string; on: string }[]
}

/** The way over one key, or over a table that ties two others. */
function pathTo(sources: SqlSource[], target: string, keys: ForeignKey[], schema: SqlSchema): Path | undefined {
  const direct = sources.flatMap((from) => {
    const on = tieOf(from, { table: target, alias: target }, keys)
    return on ? [{ from, steps: [{ table: target, on }] }] : []
  })
  if (direct[0]) return direct[0]
  for (const from of sources)
    for (const { name: bridge } of schema.values()) {
      if (sources.some(({ table }) => isSame(table, bridge)) || isSame(bridge, target)) continue
      const between = { table: bridge, alias: bridge }
      const near = tieOf(from, between, keys)
      const far = tieOf(between, { table: target, alias: target }, keys)
      if (near && far)
        return {
          from,
          steps: [
            { table: bridge, on: near },
            { table: target, on: far },
          ],
        }
    }
  return undefined
}

/** The end of a source in FROM: behind its alias, and behind its condition where it was joined. */
function behindSource(tokens: SqlToken[], { scope }: NameUse, { token }: SqlSource): number {
  const start = tokens.indexOf(token)
  const end = tokens.findIndex(
    ({ kind, value, text, depth }, index) =>
      index > start &&
      (index >= scope.to ||
        depth < token.depth ||
        (depth === token.depth &&
          (text === ',' ||
            text === ';' ||
            (kind === 'word' &&
              /^(?:WHERE|GROUP|ORDER|HAVING|LIMIT|JOIN|INNER|LEFT|RIGHT|FULL|CROSS|NATURAL|UNION|INTERSECT|EXCEPT|WINDOW)$/.test(
                value,
              ))))),
  )
  const last = tokens[(end === -1 ? tokens.length : end) - 1]
  return nameOf(last) === '' && last?.text === ';' ? last.start : (last?.end ?? token.end)
}
