import { grown } from './growing.ts'
import { createIdentifiers } from './identifiers.ts'
import { createPostings } from './postings.ts'
import { readWord } from './words.ts'

/** A term that is spelled like another one. */
export interface Near {
  term: number
  /** Share of pieces that both have, from 0 to 1. */
  likeness: number
}

/** Identifiers, symbols (identifiers in small letters) and terms (stems of their pieces), all as numbers. */
export interface Vocabulary {
  /** The numbers of a text's identifiers, in their order; new ones get the next. Good until the next call. */
  identifiers(text: string): Int32Array
  symbolOf(identifier: number): number
  /** Terms of an identifier are `terms()` from `from(identifier)` to `from(identifier + 1)`. */
  terms(): Int32Array
  from(identifier: number): number
  term(stem: string): number | undefined
  symbol(name: string): number | undefined
  /** Terms that are spelled alike: misspellings, compounds, forms that the stemmer does not join. */
  near(stem: string): Near[]
  bytes(): number
}

const LEAST_LIKENESS = 0.5
const MOST_NEAR = 12
/** Shorter words are like too many others. */
const LEAST_LETTERS = 4
const LETTERS = /^[a-z]+$/

export function createVocabulary(onTerm: (term: number, stem: string) => void): Vocabulary {
  const symbols = new Map<string, number>()
  const terms = new Map<string, number>()
  let symbolOf = new Int32Array(256)
  let from = new Int32Array(256)
  let pool = new Int32Array(1024)
  const spelling = createSpelling()

  const termOf = (stem: string): number => {
    const known = terms.get(stem)
    if (known !== undefined) return known
    const term = terms.size
    terms.set(stem, term)
    spelling.add(term, stem)
    onTerm(term, stem)
    return term
  }
  const newIdentifier = (text: string, number: number): void => {
    const { whole, stems } = readWord(text)
    const symbol = symbols.get(whole) ?? symbols.size
    symbols.set(whole, symbol)
    symbolOf = grown(symbolOf, number + 1)
    from = grown(from, number + 2)
    symbolOf[number] = symbol
    const start = from[number] as number
    pool = grown(pool, start + stems.length)
    for (const [at, stem] of stems.entries()) pool[start + at] = termOf(stem)
    from[number + 1] = start + stems.length
  }
  const identifiers = createIdentifiers(newIdentifier)
  return {
    identifiers: identifiers.read,
    symbolOf: (identifier) => symbolOf[identifier] as number,
    terms: () => pool,
    from: (identifier) => from[identifier] as number,
    term: (stem) => terms.get(stem),
    symbol: (name) => symbols.get(name),
    near: (stem) => spelling.near(stem, terms.get(stem) ?? -1),
    bytes: () => symbolOf.byteLength + from.byteLength + pool.byteLength + spelling.bytes() + identifiers.bytes(),
  }
}

/** Terms by their pieces of three letters, the ends of a word marked. */
function createSpelling() {
  const numbers = new Map<string, number>()
  const postings = createPostings()
  let sizes = new Uint16Array(1024)
  let common = new Uint16Array(1024)
  return {
    add(term: number, stem: string): void {
      if (stem.length < LEAST_LETTERS || !LETTERS.test(stem)) return
      const pieces = piecesOf(stem)
      sizes = grown(sizes, term + 1)
      sizes[term] = pieces.size
      for (const piece of pieces) {
        const number = numbers.get(piece) ?? numbers.size
        numbers.set(piece, number)
        postings.add(number, term, 0)
      }
    },
    near(stem: string, own: number): Near[] {
      if (stem.length < LEAST_LETTERS || !LETTERS.test(stem)) return []
      common = common.length < sizes.length ? new Uint16Array(sizes.length) : common.fill(0)
      const pieces = piecesOf(stem)
      const found: number[] = []
      for (const piece of pieces) {
        for (const posting of postings.read(numbers.get(piece) ?? -1)) {
          const term = posting >>> 8
          if (common[term] === 0) found.push(term)
          common[term] = (common[term] as number) + 1
        }
      }
      return found
        .map((term) => ({
          term,
          likeness: (2 * (common[term] as number)) / (pieces.size + (sizes[term] as number)),
        }))
        .filter(({ term, likeness }) => term !== own && likeness >= LEAST_LIKENESS)
        .sort((a, b) => b.likeness - a.likeness || a.term - b.term)
        .slice(0, MOST_NEAR)
    },
    bytes: () => postings.bytes() + sizes.byteLength + common.byteLength,
  }
}

function piecesOf(stem: string): Set<string> {
  const marked = `<${stem}>`
  const pieces = new Set<string>()
  for (let at = 0; at + 3 <= marked.length; at++) pieces.add(marked.slice(at, at + 3))
  return pieces
}
