import type { Proposal, Strategy } from '../strategy.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { scopeAt } from './select-scope.ts'
import { isSame, nameOf, readFault, SQL_LANGUAGES, type SqlFault } from './sql-fault.ts'
import { schemaOf } from './sql-schema.ts'
import { sourcesOf } from './sql-sources.ts'

const AMBIGUOUS =
  /ambiguous column name: "?(\w+)|column reference "([^"]+)" is ambiguous|Ambiguous reference to column name "([^"]+)"/

/** Tables joined by this very column: whichever is meant, the value is the same. */
export const joinedColumn: Strategy = {
  id: 'sql/joined-column',
  languages: SQL_LANGUAGES,
  title: 'Says of which table a column is that tables are joined by, so that it is the same in each',
  answers: ['SqlError'],
  prior: 0.95,
  propose(given) {
    const fault = readFault(given)
    const name = fault && nameIn(fault.message)
    return fault && name !== undefined && isJoinedBy(fault, name) ? qualified(fault, name).slice(0, 1) : []
  },
}

export const ambiguousColumn: Strategy = {
  id: 'sql/ambiguous-column',
  languages: SQL_LANGUAGES,
  title: 'Says of which table a column is that several tables have',
  answers: ['SqlError'],
  prior: 0.85,
  propose(given) {
    const fault = readFault(given)
    const name = fault && nameIn(fault.message)
    return fault && name !== undefined ? qualified(fault, name) : []
  },
}

const nameIn = (message: string): string | undefined =>
  AMBIGUOUS.exec(message)
    ?.slice(1)
    .find((name) => name !== undefined)

/** The table that qualifies it first; without joins that keep rows of one side alone. */
function isJoinedBy({ statement: { tokens } }: SqlFault, name: string): boolean {
  if (tokens.some(({ kind, value }) => kind === 'word' && /^(?:LEFT|RIGHT|FULL)$/.test(value))) return false
  return tokens.some((token, index) => {
    const [left, , of] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
    const right = tokens[index + 3]
    return (
      token.text === '=' &&
      isSame(nameOf(left), name) &&
      tokens[index - 2]?.text === '.' &&
      of?.text === '.' &&
      isSame(nameOf(right), name)
    )
  })
}

function qualified(fault: SqlFault, name: string): Proposal[] {
  const { tokens } = fault.statement
  const uses = ambiguousUses(fault, name)
  const owners = ownersOf(fault, name)
  return owners.flatMap((alias, index): Proposal[] => {
    const edits = uses.map((token) => ({
      start: token.start,
      end: token.start,
      text: `${unselected(tokens, token, owners) ?? neighbour(tokens, token, owners) ?? chosenFor(tokens, token, alias, owners)}.`,
    }))
    const why = `said that \`${name}\` is the one of \`${alias}\``
    return edits.length > 0 ? [{ edits, why, sureness: Math.max(0.2, 0.85 - 0.3 * index) }] : []
  })
}

/** Uses in a SELECT of which several tables have the column: another arm of a UNION may have one such table only. */
function ambiguousUses({ statement: { tokens }, tokens: all, tables }: SqlFault, name: string): SqlToken[] {
  const schema = schemaOf(statementsOf(all), tables)
  const bare = tokens.flatMap((token, index) =>
    isSame(nameOf(token), name) && isBare(tokens, index) ? [{ token, index }] : [],
  )
  const ambiguous = bare.filter(({ index }) => {
    const { sources } = scopeAt(tokens, index, schema)
    return sources.filter(({ columns }) => columns.some((column) => isSame(column, name))).length > 1
  })
  return (ambiguous.length > 0 ? ambiguous : bare).map(({ token }) => token)
}

/** Whether the name stands alone: not behind a point, no alias, not called, not in a list of columns that is declared or joined by. */
function isBare(tokens: SqlToken[], index: number): boolean {
  const before = tokens[index - 1]
  const isListed = before?.text === '(' && (tokens[index - 2]?.value === 'USING' || tokens[0]?.value === 'CREATE')
  return (
    before?.text !== '.' &&
    tokens[index + 1]?.text !== '.' &&
    before?.value !== 'AS' &&
    tokens[index + 1]?.text !== '(' &&
    !isListed
  )
}

/** Aliases of the tables that have the column: first the one that qualifies it elsewhere, then in their order. */
function ownersOf({ statement: { tokens }, tokens: all, tables }: SqlFault, name: string): string[] {
  const sources = sourcesOf(tokens, schemaOf(statementsOf(all), tables))
  const owners = [
    ...new Set(
      sources.filter(({ columns }) => columns.some((column) => isSame(column, name))).map(({ alias }) => alias),
    ),
  ]
  const uses = (alias: string) =>
    tokens.filter(
      (token, index) =>
        isSame(nameOf(token), alias) &&
        tokens[index + 1]?.text === '.' &&
        isSame(nameOf(tokens[index + 2]), name) &&
        !isInJoin(tokens, index),
    ).length
  return owners
    .map((alias, index) => ({ alias, weight: uses(alias) - index / 100 }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ alias }) => alias)
}

/** Whether the token stands in the condition of an `ON`. */
function isInJoin(tokens: SqlToken[], index: number): boolean {
  const last = tokens
    .slice(0, index)
    .findLast(
      ({ kind, value }) => kind === 'word' && /^(?:ON|WHERE|SELECT|GROUP|ORDER|HAVING|SET|FROM|JOIN)$/.test(value),
    )
  return last?.value === 'ON'
}

/** In the list of a SELECT, each table's column of that name is selected once. */
function unselected(tokens: SqlToken[], token: SqlToken, owners: string[]): string | undefined {
  const index = tokens.indexOf(token)
  const clause = tokens
    .slice(0, index)
    .findLastIndex(
      ({ kind, value, depth }) =>
        kind === 'word' && depth <= token.depth && /^(?:SELECT|FROM|WHERE|GROUP|ORDER|ON|HAVING)$/.test(value),
    )
  if (tokens[clause]?.value !== 'SELECT') return undefined
  const from = tokens.findIndex(({ value, depth }, place) => place > clause && value === 'FROM' && depth <= token.depth)
  const list = tokens.slice(clause, from === -1 ? tokens.length : from)
  const taken = list.flatMap((one, place) =>
    list[place + 1]?.text === '.' && isSame(nameOf(list[place + 2]), nameOf(token)) ? [nameOf(one)] : [],
  )
  return taken.length > 0 ? owners.find((owner) => !taken.some((one) => isSame(one, owner))) : undefined
}

/** `GROUP BY id, c.name`: a column beside it is of the same table. COUNT counts the table that was joined last. */
function neighbour(tokens: SqlToken[], token: SqlToken, owners: string[]): string | undefined {
  const index = tokens.indexOf(token)
  if (tokens[index - 1]?.text === '(' && tokens[index - 2]?.value === 'COUNT')
    return tokens.some(({ value }) => value === 'LEFT')
      ? owners.toSorted((one, other) => placeOf(tokens, other) - placeOf(tokens, one))[0]
      : undefined
  const clause = tokens
    .slice(0, index)
    .findLastIndex(({ kind, value }) => kind === 'word' && /^(?:SELECT|FROM|WHERE|GROUP|ORDER|ON|HAVING)$/.test(value))
  if (!/^(?:GROUP|ORDER)$/.test(tokens[clause]?.value ?? '')) return undefined
  const end = tokens.findIndex(
    ({ kind, value, text }, place) =>
      place > index && ((kind === 'word' && /^(?:HAVING|ORDER|LIMIT)$/.test(value)) || text === ';' || text === ')'),
  )
  const own = tokens.slice(clause, end === -1 ? tokens.length : end)
  return own.flatMap((one, place) =>
    own[place + 1]?.text === '.' ? owners.filter((owner) => isSame(owner, nameOf(one))) : [],
  )[0]
}

/** The place where a source is introduced. */
const placeOf = (tokens: SqlToken[], alias: string): number =>
  tokens.findIndex((token, index) => isSame(nameOf(token), alias) && tokens[index + 1]?.text !== '.')

/** `ON o.id = id`: the other side of the equation belongs to another table. */
function chosenFor(tokens: SqlToken[], token: SqlToken, alias: string, owners: string[]): string {
  const index = tokens.indexOf(token)
  // `ON id = id`: the second one is of another table.
  const isSecond = tokens[index - 1]?.text === '=' && isSame(nameOf(tokens[index - 2]), nameOf(token))
  if (isSecond && tokens[index - 3]?.text !== '.') return owners.find((owner) => !isSame(owner, alias)) ?? alias
  const right =
    tokens[index + 1]?.text === '=' && tokens[index + 3]?.text === '.' ? nameOf(tokens[index + 2]) : undefined
  const left =
    tokens[index - 1]?.text === '=' && tokens[index - 3]?.text === '.' ? nameOf(tokens[index - 4]) : undefined
  const other = right ?? left
  if (other === undefined || !isSame(other, alias) || !isInJoin(tokens, index)) return alias
  return owners.find((owner) => !isSame(owner, other)) ?? alias
}
