import type { ErrorPattern } from '../../contract/error-pattern.ts'
import type { Pattern } from './pattern.ts'
import { allPatterns } from './patterns/all-patterns.ts'

/** The patterns in force: those that were added, the newest first, then the built-in ones. */
export interface Patterns {
  /** Adds a pattern, or replaces the one with the same id. */
  add(pattern: ErrorPattern): void
  /** Returns whether there was such a pattern; built-in ones stay. */
  remove(id: string): boolean
  /** The added patterns, as they were given. */
  list(): ErrorPattern[]
  /** All patterns, for `diagnose`. */
  all(): readonly Pattern[]
  /** Strategies to try first for a diagnosis with this pattern. */
  preferred(id: string): readonly string[]
}

export function createPatterns(
  given: { builtin?: readonly Pattern[]; custom?: readonly ErrorPattern[] } = {},
): Patterns {
  const { builtin = allPatterns, custom = [] } = given
  const added = new Map<string, ErrorPattern>()
  let all: readonly Pattern[] = []
  const refresh = () => {
    all = [...[...added.values()].reverse().map(compile), ...builtin]
  }
  // The first pattern of a file has priority over the second, as everywhere.
  for (const pattern of custom.toReversed()) added.set(pattern.id, pattern)
  refresh()
  return {
    add(pattern) {
      added.delete(pattern.id)
      added.set(pattern.id, pattern)
      refresh()
    },
    remove(id) {
      const isRemoved = added.delete(id)
      refresh()
      return isRemoved
    },
    list: () => [...added.values()].reverse(),
    all: () => all,
    preferred: (id) => all.find((pattern) => pattern.id === id)?.strategies ?? [],
  }
}

function compile({ id, language, type, message, ...known }: ErrorPattern): Pattern {
  return {
    id,
    ...(language !== undefined && { languages: [language] }),
    ...(type !== undefined && { types: [type] }),
    ...(message !== undefined && { message: new RegExp(message) }),
    ...known,
  }
}
