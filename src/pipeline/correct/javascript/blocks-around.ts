import { braceKind, isPunctuation, isWord } from './grammar.ts'
import { closes, opens, type Source } from './read-source.ts'

/** The braces of the blocks around a token, the innermost first; -1 is the program. */
export function blocksAround(source: Source, index: number): number[] {
  const found: number[] = []
  for (let at = source.parent[index] ?? -1; at >= 0; at = source.parent[at] ?? -1)
    if (opens(source.tokens[at]) === '{' && braceKind(source, at) === 'block') found.push(at)
  return [...found, -1]
}

/** The first token of the statement of a block in which a token stands. */
export function statementIn(source: Source, block: number, index: number): number {
  const { tokens, partner, parent } = source
  let at = index
  while ((parent[at] ?? -1) > block) at = parent[at] ?? -1
  while (at > block + 1 && !isBeginning(source, at)) {
    const before = at - 1
    at = closes(tokens[before]) === undefined ? before : (partner.get(before) ?? before)
  }
  return at
}

function isBeginning({ tokens, partner }: Source, at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]]
  if (isPunctuation(before, ';')) return true
  if (isWord(token, 'else', 'catch', 'finally') || isWord(before, 'else', 'do')) return false
  if (isPunctuation(before, ')')) {
    const head = tokens[(partner.get(at - 1) ?? 0) - 1]
    return !isWord(head, 'for', 'while', 'if') && token?.isFirst === true && token.kind === 'name'
  }
  if (token?.isFirst !== true || token.kind !== 'name') return false
  return isPunctuation(before, '}', ']') || (before !== undefined && before.kind !== 'punctuation')
}
