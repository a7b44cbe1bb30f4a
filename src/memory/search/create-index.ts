import { addBm25, type Collection } from './bm25.ts'
import type { Fields } from './fields.ts'
import { createPostings } from './postings.ts'
import { fuse, ranked, type Scored } from './rank.ts'
import { createVectors } from './vectors.ts'
import type { WordVectors } from './word-vectors.ts'
import { identifiersIn, questionWords, wordOf } from './words.ts'

/** One thing that can be found. */
export interface Entry extends Fields {
  language: string
}

export interface Question {
  /** Words or a symbol; or code, with `isCode`. */
  text: string
  isCode?: boolean
  language?: string | undefined
  limit: number
}

/** Programs in memory, as numbers: nothing of their text is kept here. Documents are numbered by the caller. */
export interface SearchIndex {
  add(document: number, entry: Entry): void
  remove(document: number): void
  search(question: Question): Scored[]
  /** The weight of a word in questions: rare ones tell more. */
  weightOf(stem: string): number
  count(): number
  /** Memory that it takes, apart from the words themselves. */
  bytes(): number
}

/** Weights are kept in quarters. */
const UNIT = 4
const FIELD_WEIGHTS = { names: 3, doc: 1, body: 1 }
/** A list behind this place hardly changes the fused order. */
const OVER_FETCH = 200
const LIST_WEIGHTS = { words: 1, grams: 0.7, vectors: 1.2 }

export function createSearchIndex(wordVectors?: WordVectors): SearchIndex {
  const terms = new Map<string, number>()
  const symbols = new Map<string, number>()
  const words = emptyCollection()
  const grams = emptyCollection()
  const uses = emptyCollection()
  const definitions = createPostings()
  const languages = new Map<string, number>()
  const vectors = wordVectors && createVectors(wordVectors)
  let languageOf = new Uint16Array(1024)
  const gramsOf = createGrams()

  const numberOf = (known: Map<string, number>, text: string): number => {
    const number = known.get(text)
    if (number !== undefined) return number
    known.set(text, known.size)
    return known.size - 1
  }

  return {
    add(document, entry) {
      if (document >= languageOf.length) languageOf = grown(languageOf, document)
      languageOf[document] = numberOf(languages, entry.language) + 1
      const counts = new Map<number, number>()
      const gramCounts = new Map<number, number>()
      const wholes = new Map<number, number>()
      const stems = new Map<string, number>()
      const take = (identifiers: string[], weight: number) => {
        for (const identifier of identifiers) {
          const { whole, stems: pieces } = wordOf(identifier)
          const symbol = numberOf(symbols, whole)
          wholes.set(symbol, (wholes.get(symbol) ?? 0) + 1)
          for (const stem of pieces) {
            const term = numberOf(terms, stem)
            counts.set(term, (counts.get(term) ?? 0) + weight)
            stems.set(stem, (stems.get(stem) ?? 0) + weight)
          }
        }
      }
      take(entry.names, FIELD_WEIGHTS.names - 1)
      take(identifiersIn(entry.doc), FIELD_WEIGHTS.doc)
      take(identifiersIn(entry.body), FIELD_WEIGHTS.body)
      for (const [stem, weight] of stems) {
        for (const gram of gramsOf(stem)) gramCounts.set(gram, (gramCounts.get(gram) ?? 0) + weight)
      }
      put(words, document, counts)
      put(grams, document, gramCounts)
      put(uses, document, wholes)
      for (const name of new Set(entry.names)) definitions.add(numberOf(symbols, name.toLowerCase()), document, 1)
      vectors?.set(document, stems)
    },
    remove(document) {
      for (const collection of [words, grams, uses]) drop(collection, document)
      languageOf[document] = 0
      vectors?.clear(document)
    },
    search({ text, isCode = false, language, limit }) {
      const asked = isCode ? identifiersIn(text) : questionWords(text)
      const wanted = language === undefined ? 0 : (languages.get(language) ?? -1) + 1
      if (language !== undefined && wanted === 0) return []
      const isWanted = (document: number) =>
        (languageOf[document] as number) > 0 && (wanted === 0 || languageOf[document] === wanted)
      const scored = (collection: Collection, weights: Map<number, number>) => {
        const scores = new Float32Array(collection.lengths.length)
        addBm25(collection, weights, { scores, unit: UNIT })
        return scores
      }
      const stems = new Map<string, number>()
      for (const identifier of asked) {
        for (const stem of wordOf(identifier).stems) stems.set(stem, Math.min(3, (stems.get(stem) ?? 0) + 1))
      }
      const termWeights = new Map<number, number>()
      const gramWeights = new Map<number, number>()
      for (const [stem, weight] of stems) {
        const term = terms.get(stem)
        if (term !== undefined) termWeights.set(term, weight)
        for (const gram of gramsOf(stem)) gramWeights.set(gram, (gramWeights.get(gram) ?? 0) + weight)
      }
      const take = Math.max(OVER_FETCH, limit * 5)
      const lists = [
        { list: ranked(scored(words, termWeights), { take, isWanted }), weight: LIST_WEIGHTS.words },
        { list: ranked(scored(grams, gramWeights), { take, isWanted }), weight: LIST_WEIGHTS.grams },
      ]
      if (vectors) lists.push({ list: ranked(vectors.scores(stems), { take, isWanted }), weight: LIST_WEIGHTS.vectors })
      const fused = fuse(lists)
      const [symbol] = asked
      if (isCode || asked.length !== 1 || symbol === undefined) return fused.slice(0, limit)
      return symbolFirst(symbol, fused).slice(0, limit)

      /** A question for a name is answered with its definitions first, then with its uses in the order of plain BM25. */
      function symbolFirst(name: string, others: Scored[]): Scored[] {
        const number = symbols.get(name.toLowerCase())
        if (number === undefined) return others
        const plain = scored(uses, new Map([[number, 1]]))
        for (const posting of definitions.each(number)) {
          const document = posting >>> 8
          if (plain[document]) plain[document] = (plain[document] as number) + 1000
        }
        const exact = ranked(plain, { take: limit, isWanted }).map(({ document }, at) => ({
          document,
          score: 1 - at * 1e-4,
        }))
        const first = new Set(exact.map(({ document }) => document))
        return [...exact, ...others.filter(({ document }) => !first.has(document))]
      }
    },
    weightOf(stem) {
      const seen = words.postings.count(terms.get(stem) ?? -1)
      return Math.log(1 + (words.count - Math.min(words.count, seen) + 0.5) / (seen + 0.5))
    },
    count: () => words.count,
    bytes: () =>
      [words, grams, uses].reduce((sum, each) => sum + each.postings.bytes() + each.lengths.byteLength, 0) +
      definitions.bytes() +
      (vectors?.bytes() ?? 0),
  }
}

function emptyCollection(): Collection {
  return { postings: createPostings(), lengths: new Float32Array(1024), count: 0, meanLength: 0 }
}

function put(collection: Collection, document: number, counts: ReadonlyMap<number, number>): void {
  if (document >= collection.lengths.length) collection.lengths = grown(collection.lengths, document)
  let length = 0
  for (const [term, count] of counts) {
    length += count
    collection.postings.add(term, document, Math.min(255, Math.round(count * UNIT)))
  }
  collection.meanLength = (collection.meanLength * collection.count + length) / (collection.count + 1)
  collection.count++
  collection.lengths[document] = Math.max(1, length)
}

function drop(collection: Collection, document: number): void {
  const length = collection.lengths[document] ?? 0
  if (length === 0) return
  const others = collection.count - 1
  collection.meanLength = others === 0 ? 0 : (collection.meanLength * collection.count - length) / others
  collection.count = others
  collection.lengths[document] = 0
}

function grown<T extends Float32Array | Uint16Array>(list: T, document: number): T {
  const larger = new (list.constructor as new (length: number) => T)(Math.max(list.length * 2, document + 1))
  larger.set(list)
  return larger
}

/** Three letters of a word, its ends marked, as a number; kept for each word. */
function createGrams(): (stem: string) => readonly number[] {
  const known = new Map<string, readonly number[]>()
  const numbers = new Map<string, number>()
  return (stem) => {
    const kept = known.get(stem)
    if (kept) return kept
    const marked = `<${stem}>`
    const found: number[] = []
    for (let at = 0; at + 3 <= marked.length; at++) {
      const gram = marked.slice(at, at + 3)
      const number = numbers.get(gram) ?? numbers.size
      numbers.set(gram, number)
      found.push(number)
    }
    known.set(stem, found)
    return found
  }
}
