import type { Proposal } from '../strategy.ts'
import { foreignKeys, tieOf } from './foreign-keys.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { isSame, nameOf, type SqlFault } from './sql-fault.ts'
import type { SqlSchema } from './sql-schema.ts'
import type { SqlSource } from './sql-sources.ts'
import type { NameUse } from './unresolved-uses.ts'

interface Joined {
  /** The condition behind ON, which is one equation of two columns. */
  condition: SqlToken[]
  left: SqlSource
  right: SqlSource
}

/** Two tables joined by a column that one of them does not have: by their key instead, or over the table that ties them. */
export function joinCondition(fault: SqlFault, uses: NameUse[], schema: SqlSchema): Proposal[] {
  const joined = uses.map((use) => joinedAt(fault.statement.tokens, use)).find((each) => each !== undefined)
  if (!joined) return []
  const { condition, left, right } = joined
  const keys = foreignKeys(statementsOf(fault.tokens), schema)
  const [first, last] = [condition[0], condition.at(-1)]
  if (!first || !last) return []
  const place = { start: first.start, end: last.end }
  const direct = tieOf(left, right, keys)
  if (direct !== undefined)
    return [{ edits: [{ ...place, text: direct }], why: `joined by the key, \`${direct}\``, sureness: 0.92 }]
  const bridges = [...schema.values()].flatMap(({ name }) => {
    const between = { table: name, alias: name }
    const near = tieOf(left, between, keys)
    const far = tieOf(between, right, keys)
    const isQueried = uses[0]?.scope.sources.some(({ table }) => isSame(table, name))
    return near && far && !isQueried ? [{ name, near, far }] : []
  })
  return bridges.map(({ name, near, far }, index) => ({
    edits: [
      { start: right.token.start, end: right.token.start, text: `${name} ON ${near} JOIN ` },
      { ...place, text: far },
    ],
    why: `joined \`${name}\`, which ties \`${left.table}\` and \`${right.table}\``,
    sureness: 0.9 / bridges.length - 0.02 * index,
  }))
}

const BOUNDARY =
  /^(?:WHERE|GROUP|ORDER|HAVING|LIMIT|JOIN|INNER|LEFT|RIGHT|FULL|CROSS|NATURAL|UNION|INTERSECT|EXCEPT|WINDOW|ON|SELECT|FROM)$/

/** The join that a use stands in the condition of. */
function joinedAt(tokens: SqlToken[], { index, scope }: NameUse): Joined | undefined {
  const isEnd = ({ kind, value, text }: SqlToken) => (kind === 'word' && BOUNDARY.test(value)) || /^[();]$/.test(text)
  const on = tokens.findLastIndex((token, at) => at < index && isEnd(token))
  if (tokens[on]?.value !== 'ON') return undefined
  const end = tokens.findIndex((token, at) => at > index && isEnd(token))
  const condition = tokens.slice(on + 1, end === -1 ? tokens.length : end)
  const [one, , , sign, other] = condition
  if (condition.length !== 7 || sign?.text !== '=' || condition[1]?.text !== '.' || condition[5]?.text !== '.')
    return undefined
  const known = scope.sources.filter(({ token }) => token.start < (tokens[on]?.start ?? 0))
  const right = known.at(-1)
  const sideOf = (token: SqlToken | undefined) =>
    known.find(({ alias, table }) => isSame(alias, nameOf(token)) || isSame(table, nameOf(token)))
  const left = [sideOf(one), sideOf(other)].find((side) => side !== undefined && side !== right)
  return left && right && !isSame(left.table, right.table) ? { condition, left, right } : undefined
}
