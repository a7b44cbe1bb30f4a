import { EngineError } from '../../contract/errors.ts'

export interface Match<R> {
  /** Absent where no row has this path and this method. */
  row?: R
  /** The methods of all rows with this path. */
  methods: string[]
  /** Parts of the path by name; throws INVALID_REQUEST where one is not encoded as UTF-8. */
  params(): Record<string, string>
}

/** Finds the row for a path. Paths are split before they are decoded: an id may contain a slash, as `%2F`. */
export function createRouter<R extends { method: string; path: string }>(
  rows: readonly R[],
): (method: string, path: string) => Match<R> {
  // A brace sorts after every letter, so that a literal part wins over a placeholder.
  const patterns = rows
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((row) => ({ row, pattern: row.path.split('/') }))
  return (method, path) => {
    const parts = path.split('/')
    const there = patterns.filter(({ pattern }) => fits(pattern, parts))
    const found = there.find(({ row }) => row.method === method)
    return {
      ...(found && { row: found.row }),
      methods: there.map(({ row }) => row.method),
      params: () => (found ? paramsOf(found.pattern, parts) : {}),
    }
  }
}

function fits(pattern: string[], parts: string[]): boolean {
  return (
    (takesRest(pattern) ? pattern.length <= parts.length : pattern.length === parts.length) &&
    pattern.every((part, index) => (isName(part) ? parts[index] !== '' : part === parts[index]))
  )
}

function paramsOf(pattern: string[], parts: string[]): Record<string, string> {
  const named = pattern.flatMap((part, index) =>
    part.endsWith(REST)
      ? [[part.slice(1, -REST.length), parts.slice(index).map(decoded).join('/')] as const]
      : isName(part)
        ? [[part.slice(1, -1), decoded(parts[index] ?? '')] as const]
        : [],
  )
  return Object.fromEntries(named)
}

/** Ends a last part that stands for all parts that follow, slashes included. */
const REST = '*}'
const takesRest = (pattern: string[]): boolean => pattern.at(-1)?.endsWith(REST) ?? false

const isName = (part: string): boolean => part.startsWith('{')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new EngineError('INVALID_REQUEST', { problems: ['path: is not encoded as UTF-8'] })
  }
}
