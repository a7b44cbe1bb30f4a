import { braceKind, isPunctuation } from './grammar.ts'
import type { Source } from './read-source.ts'

/** The brace of the class around a token; -1 outside of all. */
export function classAround(source: Source, index: number): number {
  let at = source.parent[Math.min(index, source.tokens.length - 1)] ?? -1
  while (at >= 0 && !(isPunctuation(source.tokens[at], '{') && braceKind(source, at) === 'class'))
    at = source.parent[at] ?? -1
  return at
}
