import type { Postings } from './postings.ts'

const K1 = 1.2
const B = 0.6

/** Documents as BM25 sees them. */
export interface Collection {
  postings: Postings
  /** Weighted length of each document; 0 for a removed one. */
  lengths: Float32Array
  /** Number of documents that are there. */
  count: number
  meanLength: number
}

/** Adds the BM25 score of each document to `scores`. Terms may weigh differently; weights in postings are counts already weighted by field. */
export function addBm25(
  { postings, lengths, count, meanLength }: Collection,
  terms: ReadonlyMap<number, number>,
  { scores, unit }: { scores: Float32Array; unit: number },
): void {
  for (const [term, weight] of terms) {
    const list = postings.each(term)
    const idf = Math.log(1 + (count - Math.min(count, list.length) + 0.5) / (list.length + 0.5))
    for (const posting of list) {
      const document = posting >>> 8
      const length = lengths[document] as number
      if (length === 0) continue
      const times = (posting & 255) / unit
      const norm = K1 * (1 - B + (B * length) / meanLength)
      scores[document] = (scores[document] as number) + (weight * idf * times * (K1 + 1)) / (times + norm)
    }
  }
}
