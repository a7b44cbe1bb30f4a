import { isPlainName, isPunctuation, isWord, MODIFIERS } from './grammar.ts'
import type { Source } from './read-source.ts'

/** Names that every program can use, taken from this Node, since Node 24 runs the engine and the programs. */
export const GLOBALS: readonly string[] = [
  ...Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__')),
  ...['require', 'module', 'exports', '__dirname', '__filename', 'arguments'],
]

/** Every name that the code uses on its own, with its count; names behind a dot are left out. */
export function namesIn({ tokens }: Source): Map<string, number> {
  const found = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (!isPlainName(token) || isPunctuation(tokens[index - 1], '.', '?.')) continue
    found.set(token.text, (found.get(token.text) ?? 0) + 1)
  }
  return found
}

/** Every name behind a dot, every key and every method, with its count. */
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
