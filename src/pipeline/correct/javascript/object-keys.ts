import { isPunctuation, isWord } from './grammar.ts'
import { opens, type Source } from './read-source.ts'

/** The keys of an object that the program writes out; undefined when it is none, or may have further ones. */
export function objectKeys(source: Source, name: string): ReadonlySet<string> | undefined {
  const { tokens } = source
  const made = tokens.flatMap((token, index) =>
    token.text === name && isPunctuation(tokens[index + 1], '=') && !isPunctuation(tokens[index - 1], '.')
      ? [index]
      : [],
  )
  const [only] = made
  if (only === undefined || made.length > 1 || !isWord(tokens[only - 1], 'const', 'let', 'var')) return undefined
  return isPunctuation(tokens[only + 2], '{') ? keysIn(source, only + 2) : undefined
}

function keysIn({ tokens, partner }: Source, open: number): ReadonlySet<string> | undefined {
  const end = partner.get(open)
  if (end === undefined) return undefined
  const keys = new Set<string>()
  for (let at = open + 1; at < end; at++) {
    const token = tokens[at]
    const begins = isPunctuation(tokens[at - 1], ',') || at === open + 1
    if (begins && isPunctuation(token, '...', '[')) return undefined
    if (begins && token?.kind === 'name') keys.add(token.text)
    if (begins && token?.kind === 'string') keys.add(token.text.slice(1, -1))
    if (opens(token) !== undefined) at = partner.get(at) ?? at
  }
  return keys
}
