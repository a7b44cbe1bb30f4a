import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { closes, opens, type Source } from './read-source.ts'

export interface EnclosingFunction {
  /** The token before which `async` belongs. */
  start: number
  isAsync: boolean
  /** The opening brace of the function's body, if it has one. */
  brace?: number
}

const FURTHEST = 400

/** The innermost function around a token; undefined at the top level. */
export function enclosingFunction(source: Source, index: number): EnclosingFunction | undefined {
  let at = index
  for (let steps = 0; steps < FURTHEST; steps++) {
    const arrow = arrowBefore(source, at)
    if (arrow !== undefined) return arrowFunction(source, arrow)
    const holder = source.parent[at] ?? -1
    if (holder < 0) return undefined
    const found = opens(source.tokens[holder]) === '{' ? functionOfBrace(source, holder) : undefined
    if (found) return found
    at = holder
  }
  return undefined
}

/** The `=>` of an arrow function without braces, to the left on the same level. */
function arrowBefore({ tokens, partner, parent }: Source, index: number): number | undefined {
  const holder = parent[index] ?? -1
  for (let at = index - 1; at > holder && at > index - FURTHEST; at--) {
    if (closes(tokens[at]) !== undefined) at = partner.get(at) ?? at
    else if (isPunctuation(tokens[at], '=>')) return at
    else if (isPunctuation(tokens[at], ';', ',')) return undefined
    else if (tokens[at + 1]?.isFirst && tokens[at + 1]?.kind === 'name') return undefined
  }
  return undefined
}

function arrowFunction({ tokens, partner }: Source, arrow: number): EnclosingFunction {
  let start = arrow - 1
  if (!isPunctuation(tokens[start], ')') && !isPlainName(tokens[start])) start = parametersBefore(tokens, arrow)
  start = partner.get(start) ?? start
  return { start, isAsync: isWord(tokens[start - 1], 'async') }
}

function functionOfBrace(source: Source, brace: number): EnclosingFunction | undefined {
  const { tokens, partner } = source
  if (isPunctuation(tokens[brace - 1], '=>')) return { ...arrowFunction(source, brace - 1), brace }
  const closer = isPunctuation(tokens[brace - 1], ')') ? brace - 1 : parametersBefore(tokens, brace)
  const opener = partner.get(closer)
  if (opener === undefined) return undefined
  let start = opener - 1
  if (isPunctuation(tokens[start], '*')) start--
  if (isPlainName(tokens[start]) && isPunctuation(tokens[start - 1], '*')) start--
  if (isWord(tokens[start - 1], 'function')) start--
  if (isWord(tokens[start], 'if', 'for', 'while', 'switch', 'catch', 'with', 'await')) return undefined
  return { start, isAsync: isWord(tokens[start - 1], 'async'), brace }
}

/** The closing parenthesis before a return type, as in `(a: number): Promise<void> {`. */
function parametersBefore(tokens: Source['tokens'], index: number): number {
  for (let at = index - 1; at > Math.max(0, index - 20); at--) {
    if (isPunctuation(tokens[at], ':') && isPunctuation(tokens[at - 1], ')')) return at - 1
    if (isPunctuation(tokens[at], ';', '{', '}', '=', '(', ')')) return -1
  }
  return -1
}
