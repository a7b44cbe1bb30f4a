import { AGGREGATES } from '../../../language/sql/keywords.ts'
import { proposalOf } from '../proposal-of.ts'
import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { scopeAt } from './select-scope.ts'
import { clausesOf, type SqlClause } from './sql-clauses.ts'
import { isSame, nameOf, readFault, SQL_LANGUAGES, type SqlFault } from './sql-fault.ts'
import { itemsOf, schemaOf } from './sql-schema.ts'

/** Repairs groups, and conditions on them. */
export const aggregate: Strategy = {
  id: 'sql/aggregate',
  languages: SQL_LANGUAGES,
  title: 'Moves conditions on groups to HAVING, and completes GROUP BY',
  answers: ['SqlError', 'SyntaxError'],
  prior: 0.9,
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    const { message, statement } = fault
    const clauses = clausesOf(statement.tokens)
    const isMisused =
      /misuse of aggregate|aggregate functions are not allowed in WHERE|WHERE clause cannot contain aggregates/i.test(
        message,
      )
    const isUngrouped = /must appear in the GROUP BY|HAVING clause on a non-aggregate query/i.test(message)
    return [
      ...(isMisused ? [...toHaving(fault, clauses), ...ownColumn(fault)] : []),
      ...(isUngrouped ? completeGroup(fault, clauses) : []),
    ]
  },
}

/** `WHERE sum(x) > 5 GROUP BY y`: moves the condition behind the groups. */
function toHaving({ code, statement }: SqlFault, clauses: SqlClause[]): Proposal[] {
  return clauses.flatMap((clause): Proposal[] => {
    if (clause.name !== 'WHERE' || !clause.tokens.some((token, index) => isAggregate(clause.tokens, token, index)))
      return []
    const parts = conditionsOf(clause)
    const groups = parts.filter((part) => part.some((token, index) => isAggregate(part, token, index)))
    // An aggregate inside of a query is of that query.
    if (groups.some((part) => part.some(({ kind, value }) => kind === 'word' && value === 'SELECT'))) return []
    const rows = parts.filter((part) => !groups.includes(part))
    const textOf = (part: SqlToken[]) => code.slice(part[0]?.start, part.at(-1)?.end)
    const having = groups.map(textOf).join(' AND ')
    const group = clauses.find(
      ({ name, depth, start }) => name === 'GROUP' && depth === clause.depth && start > clause.start,
    )
    const target = group?.end ?? clause.end
    const where: Edit = {
      start: clause.start,
      end: clause.end,
      text: rows.length > 0 ? `WHERE ${rows.map(textOf).join(' AND ')}` : '',
    }
    const why = 'moved the condition on groups to HAVING'
    if (parts.length === 0 || statement.tokens.length === 0) return []
    // Without groups nobody knows which ones were meant.
    return group
      ? [{ edits: [where, { start: target, end: target, text: `\nHAVING ${having}` }], why, sureness: 0.95 }]
      : []
  })
}

/** `(SELECT max(p.height) FROM people)`, with `p` of the query around: the column of `people` is meant. */
function ownColumn({ tokens: all, tables, statement: { tokens } }: SqlFault): Proposal[] {
  const schema = schemaOf(statementsOf(all), tables)
  const edits = tokens.flatMap((token, index): Edit[] => {
    const [open, alias, point, column] = tokens.slice(index + 1)
    if (!isAggregate(tokens, token, index) || !open || !alias || !column || point?.text !== '.') return []
    const { from, sources } = scopeAt(tokens, index, schema)
    const isOwn = sources.some((source) => isSame(source.alias, nameOf(alias)))
    const hasColumn = sources.some(({ columns }) => columns.some((name) => isSame(name, nameOf(column))))
    const isInside = (tokens[from]?.depth ?? 0) > 0
    return isInside && !isOwn && hasColumn ? [{ start: alias.start, end: column.start, text: '' }] : []
  })
  return proposalOf(edits, 'took the column of the query inside', 0.9)
}

const isAggregate = (tokens: SqlToken[], { kind, value }: SqlToken, index: number): boolean =>
  kind === 'word' && AGGREGATES.has(value) && tokens[index + 1]?.text === '('

/** The parts joined by AND; one part when an OR or a BETWEEN, which has an AND of its own, is among them. */
function conditionsOf({ tokens, depth }: SqlClause): SqlToken[][] {
  const inner = tokens.slice(1)
  if (inner.some((token) => token.depth === depth && (token.value === 'OR' || token.value === 'BETWEEN')))
    return [inner]
  const parts: SqlToken[][] = [[]]
  for (const token of inner) {
    if (token.depth === depth && token.value === 'AND') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter(({ length }) => length > 0)
}

/** Every selected expression without an aggregate belongs into GROUP BY. */
function completeGroup({ code, statement: { tokens }, message }: SqlFault, clauses: SqlClause[]): Proposal[] {
  const named = /column "([\w."]+)" must appear/.exec(message)?.[1]
  return clauses.flatMap((clause): Proposal[] => {
    if (clause.name !== 'SELECT') return []
    const items = itemsOf(tokens, tokens.indexOf(clause.tokens[0] as SqlToken))
    const isGrouped = items.some((item) => item.some((token, index) => isAggregate(item, token, index)))
    const same = clauses.filter(({ depth, start }) => depth === clause.depth && start > clause.start)
    const group = same.find(({ name }) => name === 'GROUP')
    const having = same.find(({ name }) => name === 'HAVING')
    if (!isGrouped && !group && !having) return []
    const plain = items
      .filter((item) => !item.some((token, index) => isAggregate(item, token, index)))
      .map((item) => code.slice(item[0]?.start, endOfItem(item)))
    const why = 'grouped by every selected column that is no aggregate'
    if (group) {
      const written = code.slice(group.start, group.end)
      const lacking = [
        ...plain,
        ...(named && !plain.some((one) => one.endsWith(named.split('.').at(-1) ?? '')) ? [named] : []),
      ].filter((one) => !written.includes(one))
      return lacking.length > 0
        ? [{ edits: [{ start: group.end, end: group.end, text: `, ${lacking.join(', ')}` }], why, sureness: 0.9 }]
        : []
    }
    const before = same.find(({ name }) => ['HAVING', 'ORDER', 'LIMIT', 'OFFSET', 'UNION'].includes(name))
    const last = before ? code.slice(0, before.start).trimEnd().length : endOfQuery(tokens, clause)
    return plain.length > 0
      ? [{ edits: [{ start: last, end: last, text: `\nGROUP BY ${plain.join(', ')}` }], why, sureness: 0.9 }]
      : []
  })
}

/** The end of an item without its alias. */
function endOfItem(item: SqlToken[]): number {
  const as = item.findIndex(({ value, depth }) => value === 'AS' && depth === item[0]?.depth)
  return item[(as === -1 ? item.length : as) - 1]?.end ?? 0
}

function endOfQuery(tokens: SqlToken[], { start, depth }: SqlClause): number {
  const end = tokens.find(
    (token) => token.start > start && ((token.text === ')' && token.depth < depth) || token.text === ';'),
  )
  const index = end ? tokens.indexOf(end) : tokens.length
  return tokens[index - 1]?.end ?? start
}
