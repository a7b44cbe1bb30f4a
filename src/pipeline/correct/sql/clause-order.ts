import type { Proposal, Strategy } from '../strategy.ts'
import { clausesOf, type SqlClause } from './sql-clauses.ts'
import { readFault, SQL_LANGUAGES } from './sql-fault.ts'

const ORDER = ['FROM', 'WHERE', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET']

/** `ORDER BY` before `WHERE`, `HAVING` before `GROUP BY`: sorts the clauses into SQL's order. */
export const clauseOrder: Strategy = {
  id: 'sql/clause-order',
  languages: SQL_LANGUAGES,
  title: 'Puts the clauses of a query into the order of SQL',
  answers: ['SyntaxError'],
  prior: 0.9,
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    const { code, statement } = fault
    const clauses = clausesOf(statement.tokens)
    const joins = clauses.flatMap((clause) => joinFirst(code, clause))
    if (joins.length > 0) return joins
    return queriesOf(clauses).flatMap((own): Proposal[] => {
      const sorted = [...own].sort((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name))
      const isSorted = sorted.every((clause, index) => clause === own[index])
      const isDouble = new Set(own.map(({ name }) => name)).size < own.length
      if (isSorted || isDouble) return []
      const edits = own.flatMap((place, index) => {
        const clause = sorted[index]
        return clause && clause !== place
          ? [{ start: place.start, end: place.end, text: code.slice(clause.start, clause.end) }]
          : []
      })
      return [{ edits, why: 'put the clauses into the order that SQL wants', sureness: 0.95 }]
    })
  },
}

/** `WHERE … JOIN …`: moves the join before the condition. */
function joinFirst(code: string, { name, tokens, depth, start, end }: SqlClause): Proposal[] {
  if (name !== 'WHERE') return []
  const isJoin = (value: string) => /^(?:JOIN|LEFT|RIGHT|INNER|CROSS|FULL|NATURAL)$/.test(value)
  const first = tokens.find(
    (token, index) =>
      token.depth === depth && token.kind === 'word' && isJoin(token.value) && tokens[index + 1]?.text !== '(',
  )
  if (!first) return []
  const text = `${code.slice(first.start, end)}\n${code.slice(start, first.start).trimEnd()}`
  return [{ edits: [{ start, end, text }], why: 'joined the tables before choosing rows', sureness: 0.95 }]
}

/** The clauses behind each SELECT, up to the next of the same depth. */
function queriesOf(clauses: SqlClause[]): SqlClause[][] {
  return clauses.flatMap((select, index) => {
    if (select.name !== 'SELECT') return []
    const later = clauses.slice(index + 1).filter(({ depth, start }) => depth <= select.depth && start > select.start)
    const end = later.findIndex(({ name, depth }) => depth < select.depth || !ORDER.includes(name))
    const own = end === -1 ? later : later.slice(0, end)
    return own.length > 1 ? [own] : []
  })
}
