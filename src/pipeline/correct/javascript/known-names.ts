import { isPlainName, isPunctuation, isWord, MODIFIERS } from './grammar.ts'
import type { Source } from './read-source.ts'

/** Names that every program can use. Node 24 runs the engine and the programs, so it is asked. */
export const GLOBALS: readonly string[] = [
  ...Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__')),
  ...['require', 'module', 'exports', '__dirname', '__filename', 'arguments'],
]

/** Every name the code uses on its own, and how often; what follows a dot is not counted. */
export function namesIn({ tokens }: Source): Map<string, number> {
  const found = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (!isPlainName(token) || isPunctuation(tokens[index - 1], '.', '?.')) continue
    found.set(token.text, (found.get(token.text) ?? 0) + 1)
  }
  return found
}

/** Every name behind a dot, and every key and method, and how often. */
export function membersIn({ tokens }: Source): Map<string, number> {
  const found = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'name') continue
    const [before, next] = [tokens[index - 1], tokens[index + 1]]
    const isDeclared = token.isFirst || isWord(before, 'async', 'static', 'get', 'set', ...MODIFIERS)
    const isMember =
      isPunctuation(before, '.', '?.') || isPunctuation(next, ':') || (isPunctuation(next, '(') && isDeclared)
    if (isMember) found.set(token.text, (found.get(token.text) ?? 0) + 1)
  }
  return found
}
