import { grown } from './growing.ts'
import { createPostings } from './postings.ts'

const K1 = 1.2
/** Weights are kept in quarters. */
const UNIT = 4

/** Documents as bags of numbered terms, ranked by BM25. The terms of a document are counted first, then put. */
export interface Collection {
  /** Terms of the document that is being counted, the first `size()` of the list. */
  touched(): Int32Array
  size(): number
  countOf(term: number): number
  count(term: number, weight: number): void
  put(document: number): void
  drop(document: number): void
  /** Adds the BM25 score of each document with the term to `scores`. */
  addScores(term: number, weight: number, scores: Float32Array): void
  /** Raises the score of each document with the term to that BM25 score. */
  raiseScores(term: number, weight: number, scores: Float32Array): void
  /** The weight of a term: rare ones tell more. */
  rarity(term: number): number
  documents(): number
  bytes(): number
}

/** `lengthMatters`: from 0 to 1, how much a long document has to have more of a term. */
export function createCollection(lengthMatters: number): Collection {
  const postings = createPostings()
  let lengths = new Float32Array(1024)
  let counts = new Float32Array(1024)
  let touched = new Int32Array(256)
  let size = 0
  let documents = 0
  let whole = 0

  const rarity = (term: number): number => {
    const seen = postings.count(term)
    return Math.log(1 + (documents - Math.min(documents, seen) + 0.5) / (seen + 0.5))
  }
  const score = (term: number, weight: number, scores: Float32Array, isRaised: boolean): void => {
    const found = postings.read(term)
    const factor = weight * rarity(term) * (K1 + 1)
    const least = UNIT * K1 * (1 - lengthMatters)
    const perLength = documents === 0 ? 0 : (UNIT * K1 * lengthMatters * documents) / whole
    for (const posting of found) {
      const document = posting >>> 8
      const length = lengths[document] as number
      if (length === 0) continue
      const times = posting & 255
      const before = scores[document] as number
      const own = (factor * times) / (times + least + perLength * length)
      scores[document] = isRaised ? Math.max(before, own) : before + own
    }
  }
  return {
    touched: () => touched,
    size: () => size,
    countOf: (term) => counts[term] ?? 0,
    count(term, weight) {
      if (term >= counts.length) counts = grown(counts, term + 1)
      if (counts[term] === 0) {
        if (size === touched.length) touched = grown(touched, size + 1)
        touched[size++] = term
      }
      counts[term] = (counts[term] as number) + weight
    },
    put(document) {
      lengths = grown(lengths, document + 1)
      let length = 0
      for (let at = 0; at < size; at++) {
        const term = touched[at] as number
        const count = counts[term] as number
        length += count
        postings.add(term, document, Math.round(count * UNIT))
        counts[term] = 0
      }
      size = 0
      documents++
      whole += Math.max(1, length)
      lengths[document] = Math.max(1, length)
    },
    drop(document) {
      const length = lengths[document] ?? 0
      if (length === 0) return
      whole -= length
      documents--
      lengths[document] = 0
    },
    addScores: (term, weight, scores) => score(term, weight, scores, false),
    raiseScores: (term, weight, scores) => score(term, weight, scores, true),
    rarity,
    documents: () => documents,
    bytes: () => postings.bytes() + lengths.byteLength + counts.byteLength + touched.byteLength,
  }
}
