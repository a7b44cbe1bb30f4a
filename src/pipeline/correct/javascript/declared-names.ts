import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { closes, opens, type Source } from './read-source.ts'

/** Every name the code declares: variables, functions, classes, parameters, imports; with its first token. */
export function declaredNames(source: Source): ReadonlyMap<string, number> {
  const known = remembered.get(source) ?? collect(source)
  remembered.set(source, known)
  return known
}

const remembered = new WeakMap<Source, ReadonlyMap<string, number>>()

function collect(source: Source): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const add = (index: number) => {
    const name = source.tokens[index]
    if (isPlainName(name) && !found.has(name.text)) found.set(name.text, index)
  }
  for (const [index, token] of source.tokens.entries()) {
    if (isWord(token, 'const', 'let', 'var')) variables(source, index, add)
    else if (isWord(token, 'function', 'class', 'enum'))
      add(isPunctuation(source.tokens[index + 1], '*') ? index + 2 : index + 1)
    else if (isWord(token, 'import')) imports(source, index, add)
    else if (isPunctuation(token, '=>')) parameters(source, index - 1, add)
    else if (isPunctuation(token, '{') && isPunctuation(source.tokens[index - 1], ')'))
      parameters(source, index - 1, add)
  }
  return found
}

const LONGEST_PATTERN = 200

type Add = (index: number) => void

function variables(source: Source, index: number, add: Add): void {
  const { tokens, partner } = source
  let at = index + 1
  while (at < tokens.length) {
    if (opens(tokens[at]) !== undefined && partner.has(at)) {
      pattern(source, at, add)
      at = partner.get(at) ?? at
    } else add(at)
    at = nextComma(source, at + 1)
    if (at < 0) return
  }
}

/** The index behind the comma between two variables of one declaration; -1 at its end. */
function nextComma({ tokens, partner }: Source, from: number): number {
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]
    if (isPunctuation(token, ',')) return at + 1
    if (isPunctuation(token, ';') || closes(token) !== undefined || isWord(token, 'const', 'let', 'var', 'of', 'in'))
      return -1
    if (token?.isFirst && token.kind === 'name') return -1
    at = (opens(token) === undefined ? undefined : partner.get(at)) ?? at
  }
  return -1
}

/** All names that a pattern between two brackets binds, without keys and defaults. */
function pattern({ tokens, partner }: Source, opener: number, add: Add): void {
  const end = Math.min(partner.get(opener) ?? opener, opener + LONGEST_PATTERN)
  for (let at = opener + 1; at < end; at++) {
    if (isPunctuation(tokens[at + 1], ':') && isPunctuation(tokens[opener], '{')) continue
    if (!isPunctuation(tokens[at - 1], '=', '.', '=>')) add(at)
  }
}

function parameters(source: Source, last: number, add: Add): void {
  const opener = source.partner.get(last)
  if (opener === undefined) add(last)
  else if (!isWord(source.tokens[opener - 1], 'if', 'while', 'switch', 'for')) pattern(source, opener, add)
}

function imports({ tokens }: Source, index: number, add: Add): void {
  for (let at = index + 1; at < tokens.length && at < index + 200; at++) {
    if (isWord(tokens[at], 'from') || tokens[at]?.kind === 'string' || isPunctuation(tokens[at], '(', '.')) return
    if (!isWord(tokens[at + 1], 'as')) add(at)
  }
}
