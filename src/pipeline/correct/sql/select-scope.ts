import type { SqlToken } from './read-sql.ts'
import type { SqlSchema } from './sql-schema.ts'
import { type SqlSource, sourcesOf } from './sql-sources.ts'

/** One SELECT with its own FROM: an arm of a UNION, a subquery, or the whole statement. */
export interface SelectScope {
  /** Indexes of its first token, and of the one behind its last. */
  from: number
  to: number
  /** Of itself, not of the subqueries in it. */
  sources: SqlSource[]
}

/** The innermost SELECT around a token; the whole statement where there is none. */
export function scopeAt(tokens: SqlToken[], index: number, schema: SqlSchema): SelectScope {
  let least = tokens[index]?.depth ?? 0
  let from = 0
  for (let at = index; at >= 0; at -= 1) {
    const token = tokens[at]
    if (!token) continue
    least = Math.min(least, token.depth)
    if (token.kind === 'word' && token.value === 'SELECT' && token.depth <= least) {
      from = at
      break
    }
  }
  const depth = tokens[from]?.depth ?? 0
  const end = tokens.findIndex(
    (token, at) =>
      at > from &&
      (token.depth < depth ||
        (token.depth === depth && (token.text === ';' || /^(?:UNION|INTERSECT|EXCEPT)$/.test(token.value)))),
  )
  const to = end === -1 ? tokens.length : end
  const own = tokens.slice(from, to).filter((token) => token.depth === depth)
  return { from, to, sources: sourcesOf(own, schema) }
}
