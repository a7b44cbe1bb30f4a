import type { Edit } from '../strategy.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { kindOf } from './members-of.ts'
import { opens, type Source } from './read-source.ts'

const MOST_MAPS = 10

export const mapEntry = onError({
  id: 'javascript/map-entry',
  title: 'Puts entries into a Map with `set`, where brackets gave the Map itself a property',
  prior: 0.9,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    if (!/undefined/.test(diagnosis.message)) return []
    const names = new Set(
      source.tokens.flatMap((token, index) =>
        isPlainName(token) && isPunctuation(source.tokens[index + 1], '=') && isWord(source.tokens[index + 3], 'Map')
          ? [token.text]
          : [],
      ),
    )
    return [...names].slice(0, MOST_MAPS).flatMap((name) => {
      const edits = isReadAsMap(source, name) ? entriesOf(source, name) : []
      return edits.length === 0
        ? []
        : [{ edits, why: `put the entries of the Map \`${name}\` into it with \`set\``, sureness: 0.93 }]
    })
  },
})

/** A Map of the program that is asked with `get` and never filled with `set`. */
function isReadAsMap(source: Source, name: string): boolean {
  if (kindOf(source, name) !== 'Map') return false
  const asks = (method: string) =>
    source.tokens.some(
      (token, index) =>
        token.text === name && isPunctuation(source.tokens[index + 1], '.') && isWord(source.tokens[index + 2], method),
    )
  return asks('get') && !asks('set')
}

/** `m[k] = v` becomes `m.set(k, v)`; none where an entry is used in another way. */
function entriesOf(source: Source, name: string): Edit[] {
  const { tokens, partner } = source
  const edits: Edit[] = []
  for (const [index, token] of tokens.entries()) {
    const open = tokens[index + 1]
    if (token.text !== name || !open || !isPunctuation(open, '[') || isPunctuation(tokens[index - 1], '.')) continue
    const close = partner.get(index + 1)
    const end = close === undefined || !isPunctuation(tokens[close + 1], '=') ? -1 : lastOfValue(source, close + 2)
    const [sign, last] = [tokens[(close ?? 0) + 1], tokens[end]]
    const before = tokens[close ?? 0]
    if (end < 0 || !sign || !last || !before) return []
    edits.push({ start: open.start, end: open.end, text: '.set(' })
    edits.push({ start: before.start, end: sign.end, text: ',' })
    edits.push({ start: last.end, end: last.end, text: ')' })
  }
  return edits
}

/** The last token of a value that ends with its line or its statement; -1 when it does not. */
function lastOfValue({ tokens, partner }: Source, from: number): number {
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]
    if (opens(token) !== undefined) at = partner.get(at) ?? tokens.length
    const next = tokens[at + 1]
    if (isPunctuation(next, ',')) return -1
    if (next === undefined || next.isFirst || isPunctuation(next, ';', '}', ')')) return at
  }
  return -1
}
