/** The pieces of an identifier: `parseHTTPReply2` is parse, HTTP, Reply and 2. */
const PIECE = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\x00-\x7f]+/g
const IDENTIFIER = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*|\d+/g
/** Longer ones are data, not names. */
const MOST_CHARACTERS = 64
const MOST_KNOWN = 200_000

/** Words that say nothing about a program. */
const STOP_WORDS = new Set(
  (
    'a an the of in on at to for from by with and or not is are was be been being am do does did done can could should would will ' +
    'i you we he she it its they this that these those there here what which who whom how why when where if then else than ' +
    'my your our their as into out up down so such no nor only own same too very just about above after again all any both each ' +
    'few more most other some using use used via way'
  ).split(' '),
)
const LANGUAGE_NAMES = new Set(
  'python python2 python3 py javascript js typescript ts nodejs node bash shell ruby golang java rust php perl'.split(
    ' ',
  ),
)

/** An identifier as it stands, and its pieces as stems. */
export interface Word {
  /** In small letters, whole. */
  whole: string
  stems: readonly string[]
}

const known = new Map<string, Word>()

/** Reads one identifier. */
export function readWord(identifier: string): Word {
  const pieces = identifier.slice(0, MOST_CHARACTERS).match(PIECE) ?? []
  return { whole: identifier.toLowerCase(), stems: pieces.map((piece) => stemOf(piece.toLowerCase())) }
}

/** The same from memory, since programs repeat their words. */
export function wordOf(identifier: string): Word {
  const kept = known.get(identifier)
  if (kept) return kept
  const word = readWord(identifier)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(identifier, word)
  return word
}

export const identifiersIn = (text: string): string[] => text.match(IDENTIFIER) ?? []

/** The words of a question: without words that say nothing, unless there are no others. */
export function questionWords(text: string): string[] {
  const all = identifiersIn(text)
  const telling = all.filter((word) => !STOP_WORDS.has(word.toLowerCase()) && !LANGUAGE_NAMES.has(word.toLowerCase()))
  return telling.length > 0 ? telling : all
}

/** A light stemmer: plurals, -ing, -ed and a last e. It joins `creates`, `creating` and `create`, and never crosses word classes. */
export function stemOf(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word
  return withoutLastE(withoutEnding(withoutPlural(word)))
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return /[^suia]s$|[aeiou][aiu]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutEnding(word: string): string {
  const bare =
    word.endsWith('ing') && word.length > 5
      ? word.slice(0, -3)
      : word.endsWith('ed') && word.length > 4
        ? word.slice(0, -2)
        : word
  if (bare === word) return word
  if (!/[aeiouy]/.test(bare)) return word
  return /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare
}

const withoutLastE = (word: string): string => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word)
