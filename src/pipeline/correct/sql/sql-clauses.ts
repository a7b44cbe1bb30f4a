import type { SqlToken } from './read-sql.ts'

/** A clause of a query: from its first word to the next clause of the same query. */
export interface SqlClause {
  name: string
  tokens: SqlToken[]
  start: number
  end: number
  depth: number
}

const NAMES = new Set([
  'SELECT',
  'FROM',
  'WHERE',
  'GROUP',
  'HAVING',
  'ORDER',
  'LIMIT',
  'OFFSET',
  'UNION',
  'EXCEPT',
  'INTERSECT',
  'WINDOW',
  'VALUES',
  'SET',
  'RETURNING',
  'INSERT',
  'UPDATE',
  'DELETE',
  'CREATE',
  'WITH',
  'ON',
])
/** Clauses that are part of another one. */
const INNER = new Set(['ON'])

/** Clauses in the order of their starts, including those of subqueries. */
export function clausesOf(tokens: SqlToken[]): SqlClause[] {
  const clauses: SqlClause[] = []
  const open: SqlClause[] = []
  const finish = (depth: number) => {
    while ((open.at(-1)?.depth ?? -1) >= depth) {
      const clause = open.pop()
      if (clause) clause.end = clause.tokens.at(-1)?.end ?? clause.start
    }
  }
  for (const [index, token] of tokens.entries()) {
    const { depth, value, kind } = token
    if (token.text === ')') finish(depth + 1)
    if (token.text === ';') finish(0)
    // `OVER (ORDER BY …)` and `string_agg(x ORDER BY y)` have clauses without a query of their own.
    const isClause = kind === 'word' && NAMES.has(value) && !INNER.has(value) && tokens[index + 1]?.text !== '.'
    if (isClause) {
      finish(depth)
      const clause = { name: value, tokens: [], start: token.start, end: token.end, depth }
      clauses.push(clause)
      open.push(clause)
    }
    if (token.text !== ';') for (const clause of open.slice(-12)) clause.tokens.push(token)
  }
  finish(0)
  return clauses
}
