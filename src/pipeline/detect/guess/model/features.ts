/** Only this much of a text is read: more would not change the verdict. */
const MAX_TEXT = 5_000
const MAX_WORD = 20
/** Words, numbers, line ends with the indentation behind them, and single marks. */
const TOKEN = /[A-Za-z_]+|\d+|\r?\n[ \t]*|[^\s\w]/g

/** The features of a text, as numbers of 32 bits, with their counts: words, pairs and triples of tokens, and shapes of four tokens in a row. */
export function featuresOf(text: string): Map<number, number> {
  const counts = new Map<number, number>()
  const add = (hash: number) => {
    counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  let last = START
  let before = START
  let token = START
  for (const [found] of `\n${text.slice(0, MAX_TEXT)}\n\n`.matchAll(TOKEN)) {
    const next = readToken(found)
    if (token !== START) {
      if (!token.isLineEnd) add(token.hash)
      add(mixed(before.hash, token.hash))
      add(mixed(mixed(last.shape, before.hash), token.shape))
      add(mixed(mixed(last.shape, before.shape), mixed(token.shape, next.shape)))
    }
    last = before
    before = token
    token = next
  }
  return counts
}

interface Token {
  hash: number
  /** Words of the same case have the same shape; marks are their own. */
  shape: number
  isLineEnd: boolean
}

const START: Token = { hash: hashOf('^'), shape: hashOf('^'), isLineEnd: true }
const NUMBER = plain('0')
const NOT_ASCII = plain('é')
const LINE_ENDS = { none: lineEnd('\n'), spaces: lineEnd('\n '), tab: lineEnd('\n\t') }
const WORD = hashOf('w')
const TITLE = hashOf('W')
const CAPITALS = hashOf('U')

function readToken(found: string): Token {
  const first = found.charCodeAt(0)
  if (first >= 0x30 && first <= 0x39) return NUMBER
  if (first === 10 || first === 13) {
    if (found.endsWith('\n')) return LINE_ENDS.none
    return found.includes('\t') ? LINE_ENDS.tab : LINE_ENDS.spaces
  }
  if (first > 0x7f) return NOT_ASCII
  const hash = hashOf(found.length > MAX_WORD ? found.slice(0, MAX_WORD) : found)
  if (first >= 0x61 && first <= 0x7a) return { hash, shape: WORD, isLineEnd: false }
  const isCapital = first >= 0x41 && first <= 0x5a
  const isAll = isCapital && found.length > 1 && found === found.toUpperCase()
  return { hash, shape: isAll ? CAPITALS : isCapital ? TITLE : hash, isLineEnd: false }
}

function plain(text: string): Token {
  return { hash: hashOf(text), shape: hashOf(text), isLineEnd: false }
}

function lineEnd(text: string): Token {
  return { ...plain(text), isLineEnd: true }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

function mixed(one: number, other: number): number {
  const both = Math.imul(one, 0x2c1b3c6d) ^ Math.imul(other ^ (other >>> 15), 0x297a2d39)
  return both ^ (both >>> 13)
}
