import { fnvHash } from '../../../../contract/fnv-hash.ts'

/** Only this much of a text is read: more would not change the verdict. */
const MAX_TEXT = 5_000
const MAX_WORD = 20
/** Words, numbers, line ends with the indentation behind them, and single marks. */
const TOKEN = /[A-Za-z_]+|\d+|\r?\n[ \t]*|[^\s\w]/g

/**
 * The features of a text, as numbers of 32 bits, with their counts: words, pairs and triples of tokens, shapes of four tokens in a row,
 * the white space around marks, the first token of each line with the last and with the first of the next line, and tokens with one
 * between them: a name that nobody knows stands between those that tell the language, as in `let x =`.
 */
export function featuresOf(text: string): Map<number, number> {
  const counts = new Map<number, number>()
  const add = (hash: number) => {
    counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  let last = START
  let before = START
  let token = START
  let first = START
  // Bit 1: white space stands before the token; bit 2, of the next one: behind it.
  let gap = 0
  let end = 0
  for (const { 0: found, index } of `\n${text.slice(0, MAX_TEXT)}\n\n`.matchAll(TOKEN)) {
    const next = readToken(found)
    const gapNext = index > end ? 1 : 0
    end = index + found.length
    if (token !== START) {
      if (!token.isLineEnd) add(token.hash)
      add(mixed(before.hash, token.hash))
      add(mixed(mixed(last.shape, before.hash), token.shape))
      add(mixed(mixed(APART, last.hash), token.hash))
      add(mixed(mixed(last.shape, before.shape), mixed(token.shape, next.shape)))
      if (token.isMark) add(mixed(SPACING + gap + 2 * gapNext, token.hash))
      if (before.isLineEnd && !token.isLineEnd) {
        add(mixed(mixed(LINES, first.hash), token.hash))
        first = token
      }
      if (next.isLineEnd && !token.isLineEnd) {
        add(mixed(mixed(LINE, first.hash), token.hash))
        add(mixed(mixed(LINE, first.hash), token.shape))
      }
    }
    last = before
    before = token
    token = next
    gap = gapNext
  }
  return counts
}

interface Token {
  hash: number
  /** Words of the same case have the same shape; marks are their own. */
  shape: number
  isLineEnd: boolean
  isMark: boolean
}

const START: Token = { hash: fnvHash('^'), shape: fnvHash('^'), isLineEnd: true, isMark: false }
const NUMBER = plain('0')
const NOT_ASCII = plain('é')
const LINE_ENDS = { none: lineEnd('\n'), spaces: lineEnd('\n '), tab: lineEnd('\n\t') }
const WORD = fnvHash('w')
const TITLE = fnvHash('W')
const CAPITALS = fnvHash('U')
const SPACING = fnvHash('spacing')
const LINE = fnvHash('line')
const LINES = fnvHash('lines')
const APART = fnvHash('apart')

function readToken(found: string): Token {
  const first = found.charCodeAt(0)
  if (first >= 0x30 && first <= 0x39) return NUMBER
  if (first === 10 || first === 13) {
    if (found.endsWith('\n')) return LINE_ENDS.none
    return found.includes('\t') ? LINE_ENDS.tab : LINE_ENDS.spaces
  }
  if (first > 0x7f) return NOT_ASCII
  const hash = fnvHash(found.length > MAX_WORD ? found.slice(0, MAX_WORD) : found)
  if (first >= 0x61 && first <= 0x7a) return { hash, shape: WORD, isLineEnd: false, isMark: false }
  const isCapital = first >= 0x41 && first <= 0x5a
  const isAll = isCapital && found.length > 1 && found === found.toUpperCase()
  const isWord = isCapital || first === 0x5f
  return { hash, shape: isAll ? CAPITALS : isCapital ? TITLE : hash, isLineEnd: false, isMark: !isWord }
}

function plain(text: string): Token {
  return { hash: fnvHash(text), shape: fnvHash(text), isLineEnd: false, isMark: false }
}

function lineEnd(text: string): Token {
  return { ...plain(text), isLineEnd: true }
}

function mixed(one: number, other: number): number {
  const both = Math.imul(one, 0x2c1b3c6d) ^ Math.imul(other ^ (other >>> 15), 0x297a2d39)
  return both ^ (both >>> 13)
}
