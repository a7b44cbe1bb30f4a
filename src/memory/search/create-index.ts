import { createCollection } from './collection.ts'
import type { Fields } from './fields.ts'
import { grown } from './growing.ts'
import { ranked, type Scored } from './rank.ts'
import { synonymsOf } from './synonyms.ts'
import { createVectors } from './vectors.ts'
import { createVocabulary } from './vocabulary.ts'
import type { WordVectors } from './word-vectors.ts'
import { identifiersIn, questionWords, wordOf } from './words.ts'

/** One thing that can be found. */
export interface Entry extends Fields {
  language: string
}

/** The documents that a question is about. */
export interface Scope {
  language?: string | undefined
  among?: ReadonlySet<number> | undefined
}

export interface Question extends Scope {
  /** Words or a symbol; or code, with `isCode`. */
  text: string
  isCode?: boolean
  limit: number
}

/** Programs in memory, as numbers: nothing of their text is kept here but their words. Documents are numbered by the caller. */
export interface SearchIndex {
  add(document: number, entry: Entry): void
  remove(document: number): void
  search(question: Question): Scored[]
  wantedIn(scope: Scope): (document: number) => boolean
  /** Whether a question is a name that a program has. */
  isSymbol(text: string): boolean
  /** The weight of a word in questions: rare ones tell more. */
  weightOf(stem: string): number
  count(): number
  /** Memory that it takes, apart from the words themselves. */
  bytes(): number
}

/** A name stands in the body too. */
const FIELD_WEIGHTS = { names: 3, doc: 2, body: 1 }
const LENGTH_MATTERS = { words: 0.8, symbols: 0.6 }
/** A term that is spelled alike counts so much, times the square of the likeness. */
const SPELLED_ALIKE = 0.6
/** A synonym of a word counts so much. */
const SAME = 0.8
/** The weight of meaning, where the words that both have weigh 1. */
const MEANING = 3
/** Most occurrences of a word in a question that count. */
const MOST_TIMES = 3
/** Code has many words; the telling ones find it. */
const MOST_TERMS = 40

export function createSearchIndex(wordVectors?: WordVectors): SearchIndex {
  const vectors = wordVectors && createVectors(wordVectors)
  const vocabulary = createVocabulary((term, stem) => vectors?.term(term, stem))
  const words = createCollection(LENGTH_MATTERS.words)
  const uses = createCollection(LENGTH_MATTERS.symbols)
  const definitions = createCollection(0)
  const languages = new Map<string, number>()
  let languageOf = new Uint16Array(1024)
  let scores = new Float32Array(1024)
  let best = new Float32Array(1024)
  let last = 0

  const take = (text: string, weight: number): void => {
    for (const identifier of vocabulary.identifiers(text)) {
      uses.count(vocabulary.symbolOf(identifier), 1)
      const terms = vocabulary.terms()
      const end = vocabulary.from(identifier + 1)
      for (let at = vocabulary.from(identifier); at < end; at++) words.count(terms[at] as number, weight)
    }
  }
  const emptyScores = (): Float32Array => {
    if (scores.length < last) scores = new Float32Array(languageOf.length)
    return scores.subarray(0, last).fill(0)
  }
  /** Terms that stand for a word of a question, with their weights: itself, its synonyms, and those that are spelled alike. */
  const standingFor = (stem: string, weight: number, stems: ReadonlyMap<string, number>): Map<number, number> => {
    const own = vocabulary.term(stem)
    const rarity = words.rarity(own ?? -1)
    const found = new Map<number, number>()
    const put = (term: number, share: number) => {
      const most = weight * share * Math.min(1, rarity / words.rarity(term))
      found.set(term, Math.max(found.get(term) ?? 0, most))
    }
    for (const { term, likeness } of vocabulary.near(stem)) put(term, SPELLED_ALIKE * likeness ** 2)
    for (const other of synonymsOf(stem)) {
      const term = stems.has(other) ? undefined : vocabulary.term(other)
      if (term !== undefined) put(term, SAME)
    }
    if (own !== undefined) found.set(own, weight)
    return found
  }
  /** A document has a word of a question once, however many forms of it stand there. */
  const addWord = (terms: Map<number, number>, found: Float32Array): void => {
    if (best.length < last) best = new Float32Array(languageOf.length)
    const most = best.subarray(0, last).fill(0)
    for (const [term, weight] of terms) words.raiseScores(term, weight, most)
    for (let document = 0; document < last; document++) {
      found[document] = (found[document] as number) + (most[document] as number)
    }
  }
  /** The terms of code that tell most. */
  const addCode = (stems: ReadonlyMap<string, number>, found: Float32Array): void => {
    const terms = [...stems].flatMap(([stem, weight]) => {
      const term = vocabulary.term(stem)
      return term === undefined ? [] : [{ term, weight, tells: weight * words.rarity(term) }]
    })
    terms.sort((a, b) => b.tells - a.tells)
    for (const { term, weight } of terms.slice(0, MOST_TERMS)) words.addScores(term, weight, found)
  }
  /** Common words and common meaning in one number for each document, from 0 to 1. */
  const scored = (stems: ReadonlyMap<string, number>, isCode: boolean): Float32Array => {
    const found = emptyScores()
    if (isCode) addCode(stems, found)
    else for (const [stem, weight] of stems) addWord(standingFor(stem, weight, stems), found)
    let whole = 1e-9
    for (const [stem, weight] of stems) whole += weight * words.rarity(vocabulary.term(stem) ?? -1)
    if (!vectors) return found
    const meaning = vectors.cosines(stems)
    const [perWord, perCosine] = [1 / whole / (1 + MEANING), MEANING / meaning.whole / (1 + MEANING)]
    for (let document = 0; document < last; document++) {
      found[document] = (found[document] as number) * perWord + (meaning.products[document] as number) * perCosine
    }
    return found
  }
  /** A question for a name is answered with its definitions first, then with its uses in the order of plain BM25. */
  const symbolFirst = (name: string, others: Scored[], options: Parameters<typeof ranked>[1]): Scored[] => {
    const symbol = vocabulary.symbol(name.toLowerCase())
    if (symbol === undefined) return others
    const plain = emptyScores()
    uses.addScores(symbol, 1, plain)
    definitions.addScores(symbol, 1000, plain)
    const exact = ranked(plain, options).map(({ document }, at) => ({ document, score: 1 - at * 1e-4 }))
    const first = new Set(exact.map(({ document }) => document))
    return [...exact, ...others.filter(({ document }) => !first.has(document))]
  }

  const wantedIn = ({ language, among }: Scope) => {
    const wanted = language === undefined ? 0 : (languages.get(language) ?? -1)
    return (document: number): boolean =>
      (languageOf[document] ?? 0) > 0 &&
      (wanted === 0 || languageOf[document] === wanted) &&
      (among?.has(document) ?? true)
  }

  return {
    add(document, entry) {
      last = Math.max(last, document + 1)
      languageOf = grown(languageOf, last)
      if (!languages.has(entry.language)) languages.set(entry.language, languages.size + 1)
      languageOf[document] = languages.get(entry.language) as number
      const names = entry.names.join(' ')
      take(names, FIELD_WEIGHTS.names)
      take(entry.doc, FIELD_WEIGHTS.doc)
      take(entry.body, FIELD_WEIGHTS.body)
      vectors?.set(document, words.touched(), words.size(), words.countOf)
      words.put(document)
      uses.put(document)
      for (const identifier of vocabulary.identifiers(names)) definitions.count(vocabulary.symbolOf(identifier), 1)
      definitions.put(document)
    },
    remove(document) {
      for (const collection of [words, uses, definitions]) collection.drop(document)
      languageOf[document] = 0
      vectors?.clear(document)
    },
    search({ text, isCode = false, limit, ...scope }) {
      const asked = isCode ? identifiersIn(text) : questionWords(text)
      const isWanted = wantedIn(scope)
      const stems = new Map<string, number>()
      for (const identifier of asked) {
        for (const stem of wordOf(identifier).stems) {
          stems.set(stem, Math.min(MOST_TIMES, (stems.get(stem) ?? 0) + 1))
        }
      }
      const options = { take: limit, isWanted }
      const found = ranked(scored(stems, isCode), options)
      const [symbol] = asked
      if (isCode || asked.length !== 1 || symbol === undefined) return found
      return symbolFirst(symbol, found, options).slice(0, limit)
    },
    wantedIn,
    isSymbol(text) {
      const [name, ...others] = questionWords(text)
      return name !== undefined && others.length === 0 && vocabulary.symbol(name.toLowerCase()) !== undefined
    },
    weightOf: (stem) => words.rarity(vocabulary.term(stem) ?? -1),
    count: () => words.documents(),
    bytes: () =>
      [words, uses, definitions, vocabulary, ...(vectors ? [vectors] : [])].reduce(
        (sum, each) => sum + each.bytes(),
        0,
      ),
  }
}
