import { EngineError } from '../../../contract/errors.ts'

export interface FoundRoute<R> {
  route: R
  params: Record<string, string>
}

/** Finds the row for a path. Parts are split before they are decoded: an id may hold a slash, as `%2F`. */
export function createRouteFinder<R extends { method: string; path: string }>(
  routes: readonly R[],
): (method: string, path: string) => FoundRoute<R> | undefined {
  // A brace sorts after every letter, so that a written part wins over one that stands for anything.
  const rows = routes
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((route) => ({ route, pattern: route.path.split('/') }))
  return (method, path) => {
    const parts = path.split('/')
    const found = rows.find(({ route, pattern }) => route.method === method && fits(pattern, parts))
    return found && { route: found.route, params: paramsOf(found.pattern, parts) }
  }
}

function fits(pattern: string[], parts: string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (isName(part) ? parts[index] !== '' : part === parts[index]))
  )
}

function paramsOf(pattern: string[], parts: string[]): Record<string, string> {
  const named = pattern.flatMap((part, index) =>
    isName(part) ? [[part.slice(1, -1), decoded(parts[index] ?? '')] as const] : [],
  )
  return Object.fromEntries(named)
}

const isName = (part: string): boolean => part.startsWith('{')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new EngineError('INVALID_REQUEST', { problems: ['path: is not encoded as UTF-8'] })
  }
}
