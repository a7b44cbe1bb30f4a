import type { Token } from '../../../language/javascript/tokens.ts'
import type { Edit } from '../strategy.ts'
import { declaredNames } from './declared-names.ts'
import { isPlainName } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

const MOST_WORDS = 12

export const escapeQuote = onSyntax({
  id: 'javascript/escape-quote',
  title: 'Escapes quotes inside of a text that is in quotes of the same kind, and joins a variable between two texts',
  prior: 0.9,
  bold: 'a variable between two texts that may be a word in quotes',
  propose: (source) => {
    const found = source.tokens.flatMap((_, index) => innerQuotes(source, index))
    const joined = source.tokens.flatMap((_, index) => joinedName(source, index))
    const why = 'joined a variable to the texts around it'
    const assumption = 'what stands between two texts is the variable, and no word in quotes'
    if (joined.length > 0) return [{ edits: joined, why, sureness: 0.93, assumption }]
    return found.map((quotes) => ({
      edits: quotes.map((at) => ({ start: at, end: at, text: '\\' })),
      why: 'escaped the quotes inside of a text',
      sureness: 0.92,
    }))
  },
})

/** Offsets of the inner quotes of `"He said "hi" to me"`; none where the words between are names of the program. */
function innerQuotes(source: Source, index: number): number[][] {
  const { tokens } = source
  const first = tokens[index]
  const before = tokens[index - 1]
  if (!isText(first) || (before && isText(before) && before.line === first.line)) return []
  const known = declaredNames(source)
  const quotes: number[] = []
  let [text, at] = [first, index]
  let isWords = false
  for (;;) {
    const next = nextText(tokens, at, text)
    const second = tokens[next]
    if (next < 0 || !second) break
    // A word right between two texts may be a variable that was to be joined to them.
    const inside = tokens.slice(at + 1, next)
    if (inside.length === 1 && known.has(inside[0]?.text ?? '')) return []
    isWords ||= inside.some(({ kind, text: word }) => kind === 'name' && !known.has(word))
    quotes.push(text.end - 1, second.start)
    ;[text, at] = [second, next]
  }
  return isWords && quotes.length > 0 ? [quotes] : []
}

/** `"Hello "name"!"`, where the name is a variable of the program. */
function joinedName(source: Source, index: number): Edit[] {
  const [first, name, second] = source.tokens.slice(index, index + 3)
  if (!isText(first) || !isText(second) || !isPlainName(name) || first.text[0] !== second.text[0]) return []
  const isTight = first.end === name.start && name.end === second.start
  if (!isTight || !declaredNames(source).has(name.text)) return []
  return [name.start, name.end].map((at) => ({ start: at, end: at, text: ' + ' }))
}

const isText = (token: Token | undefined): token is Token =>
  token?.kind === 'string' && !token.isUnclosed && !token.text.startsWith('"""') && token.text.length > 1

/** The next text of the same quotes on the line, when words touch both; -1 without one. */
function nextText(tokens: readonly Token[], index: number, text: Token): number {
  if (tokens[index + 1]?.start !== text.end) return -1
  for (let at = index + 1; at <= index + MOST_WORDS; at++) {
    const [token, before] = [tokens[at], tokens[at - 1]]
    if (!token || !before || token.line !== text.line) return -1
    if (token.kind !== 'string') continue
    const isSame = isText(token) && token.text[0] === text.text[0] && at > index + 1
    return isSame && before.end === token.start ? at : -1
  }
  return -1
}
