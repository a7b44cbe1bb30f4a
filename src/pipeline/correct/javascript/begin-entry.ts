import { isGivenAway } from './given-away.ts'
import { braceKind, isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { closes, type Source } from './read-source.ts'

const MESSAGE = /^Cannot (?:read|set) properties of undefined \((?:reading|setting) '(.{1,80})'\)/
const BEGINNINGS = new Map([
  ['push', '[]'],
  ['unshift', '[]'],
  ['add', 'new Set()'],
])

const MOST_ENTRIES = 10

export const beginEntry = onError({
  id: 'javascript/begin-entry',
  title: 'Begins an entry of an object that nothing has put there before it is added to',
  prior: 0.88,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const member = MESSAGE.exec(diagnosis.message)?.[1]
    if (member === undefined) return []
    const entries = source.tokens.flatMap((token, index) =>
      token.line === diagnosis.line && isPlainName(token) && isPunctuation(source.tokens[index + 1], '[')
        ? [index]
        : [],
    )
    return entries.slice(0, MOST_ENTRIES).flatMap((index) => {
      const token = source.tokens[index]
      if (!token) return []
      const close = source.partner.get(index + 1)
      const before = source.tokens[index - 1]
      const made = madeAs(source, token.text)
      if (close === undefined || isPunctuation(before, '.', '?.') || made === undefined) return []
      const start = beginningOf(source, close, member, made)
      const end = source.tokens[close]?.end
      if (start === undefined || end === undefined) return []
      const lead = needsSemicolon(source, index) ? ';(' : '('
      const edits = [
        { start: token.start, end: token.start, text: lead },
        { start: end, end, text: ` ??= ${start})` },
      ]
      const why = `began an entry of \`${token.text}\` with \`${start}\` where it has none`
      return [{ edits, why, sureness: 0.93 }]
    })
  },
})

/** The value that an entry begins with, by what is done with it. */
function beginningOf({ tokens, partner }: Source, close: number, member: string, made: '{' | '['): string | undefined {
  const [next, name] = [tokens[close + 1], tokens[close + 2]]
  if (isPunctuation(next, '.')) return name?.text === member ? BEGINNINGS.get(member) : undefined
  if (!isPunctuation(next, '[')) return undefined
  // A second key that counts places may belong to a list as well as to an object.
  const end = partner.get(close + 1) ?? close
  const isPlace = end === close + 3 && /^(?:\d+|[ijkxyn]|row|col|index)$/.test(name?.text ?? '')
  if (!isPunctuation(tokens[end + 1], '=')) return undefined
  return isPlace && made === '[' ? '[]' : !isPlace && made === '{' ? '{}' : undefined
}

/** The bracket of the empty object or list that the program makes of this name, once, and never gives an entry. */
function madeAs(source: Source, name: string): '{' | '[' | undefined {
  const { tokens, partner } = source
  let made: '{' | '[' | undefined
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]
    if (token.text !== name || isPunctuation(tokens[index - 1], '.', '?.')) continue
    const close = partner.get(index + 1) ?? index
    if (isPunctuation(next, '[') && isPunctuation(tokens[close + 1], '=', '??=', '||=', '&&=')) return undefined
    if (isPunctuation(next, '.') && isPunctuation(tokens[index + 3], '=', '??=', '||=')) return undefined
    if (isPunctuation(next, '=')) {
      const isDeclared = isWord(tokens[index - 1], 'const', 'let', 'var')
      const open = tokens[index + 2]?.text
      const isEmpty = (open === '{' || open === '[') && partner.get(index + 2) === index + 3
      if (!isDeclared || !isEmpty || made) return undefined
      made = open
    }
    if (isPunctuation(next, '.') && isWord(tokens[index + 2], 'push', 'unshift')) return undefined
    if (isGivenAway(source, index)) return undefined
  }
  return made
}

/** A parenthesis at the beginning of a line calls what ended the line before. */
function needsSemicolon(source: Source, index: number): boolean {
  const { tokens, partner } = source
  const before = tokens[index - 1]
  if (!before || !tokens[index]?.isFirst) return false
  if (isPunctuation(before, ')')) {
    const open = partner.get(index - 1) ?? index
    return !isWord(tokens[open - 1], 'if', 'for', 'while')
  }
  if (isPunctuation(before, '}')) {
    const open = partner.get(index - 1)
    return open === undefined || braceKind(source, open) !== 'block' || isPunctuation(tokens[open - 1], '=>')
  }
  return before.kind === 'punctuation' ? closes(before) !== undefined : !isWord(before, 'else', 'do', 'return')
}
