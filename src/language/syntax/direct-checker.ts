import { PARSED, parserOf } from './parsers.ts'
import type { SyntaxProblem } from './syntax.ts'

/** Longer sources are not programs that anyone repairs. */
const MAX_SOURCE = 500_000

/** A WebAssembly parser that was stopped in the middle is in an unknown state; other parsers begin anew each time. */
const IN_WEBASSEMBLY = ['python', 'postgres', 'duckdb']

export interface DirectChecker {
  /** Null when the language has no parser, or the source is too much for it. */
  check(language: string, source: string): Promise<SyntaxProblem[] | null>
}

/** Runs the parsers in the calling thread, which must be one that can be ended. */
export function createDirectChecker(told: {
  /** A parser was loaded, which takes its time once. */
  onLoaded(): void
  /** A parser was stopped in the middle of its work. */
  onBroken(): void
}): DirectChecker {
  const broken = new Set<string>()
  const known = new Set<string>()
  return {
    async check(language, source) {
      if (!PARSED.includes(language) || source.length > MAX_SOURCE || broken.has(language)) return null
      const parse = await parserOf(language)
      if (!known.has(language)) told.onLoaded()
      known.add(language)
      try {
        return parse(source)
      } catch {
        if (IN_WEBASSEMBLY.includes(language)) {
          broken.add(language)
          told.onBroken()
        }
        return null
      }
    },
  }
}
