import type { UnknownName } from './name-faults.ts'
import type { SqlToken } from './read-sql.ts'
import { type SelectScope, scopeAt } from './select-scope.ts'
import { isSame, nameOf } from './sql-fault.ts'
import type { SqlSchema } from './sql-schema.ts'

/** A place where an unknown column is used. */
export interface NameUse {
  token: SqlToken
  index: number
  /** The alias before it. */
  qualified: SqlToken | undefined
  scope: SelectScope
}

/** Uses of an unknown column in the first SELECT that cannot know it; other SELECTs may have it. */
export function usesIn(tokens: SqlToken[], { name, qualifier }: UnknownName, schema: SqlSchema): NameUse[] {
  const all = tokens.flatMap((token, index): NameUse[] => {
    if (!isSame(nameOf(token), name) || tokens[index + 1]?.text === '(' || tokens[index + 1]?.text === '.') return []
    if (tokens[index - 1]?.value === 'AS') return []
    const qualified = tokens[index - 1]?.text === '.' ? tokens[index - 2] : undefined
    if (qualifier !== undefined && qualified && !isSame(nameOf(qualified), qualifier)) return []
    if (qualifier !== undefined && !qualified) return []
    const scope = scopeAt(tokens, index, schema)
    const owners = scope.sources.filter(({ columns }) => columns.some((column) => isSame(column, name)))
    const isKnown = qualified
      ? owners.some(({ alias, table }) => isSame(alias, nameOf(qualified)) || isSame(table, nameOf(qualified)))
      : owners.length > 0
    return isKnown ? [] : [{ token, index, qualified, scope }]
  })
  return all.filter(({ scope }) => scope.from === all[0]?.scope.from)
}
