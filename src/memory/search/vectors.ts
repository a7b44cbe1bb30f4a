import { grown } from './growing.ts'
import { createVectorRows } from './vector-rows.ts'
import type { WordVectors } from './word-vectors.ts'

/** The directions of documents and questions: the weighted sum of the vectors of their words. */
export interface Vectors {
  /** Tells of a new term. */
  term(term: number, stem: string): void
  /** Sets a document to the first `size` of its terms. */
  set(document: number, terms: Int32Array, size: number, countOf: (term: number) => number): void
  clear(document: number): void
  /** For each document its cosine with a text, times `whole`. */
  cosines(stems: ReadonlyMap<string, number>): { products: Int32Array; whole: number }
  bytes(): number
}

/** No single value of a direction comes near its length, so all are spread over the range of a byte. */
const SPREAD = 3
const LENGTH = 127 * SPREAD

export function createVectors(words: WordVectors): Vectors {
  const { dimensions } = words
  const rows = createVectorRows(dimensions)
  const asked = new Int8Array(dimensions)
  let rowOf = new Int32Array(1024)
  /** Stems that the table spells by pieces. */
  const spelled = new Map<number, string>()

  /** Writes the direction of all words that were added. */
  const direct = (into: Int8Array): void => {
    const sum = words.takeSum()
    let square = 0
    for (let n = 0; n < dimensions; n++) square += (sum[n] as number) ** 2
    const factor = square === 0 ? 0 : LENGTH / Math.sqrt(square)
    for (let n = 0; n < dimensions; n++) {
      into[n] = Math.round(Math.max(-127, Math.min(127, (sum[n] as number) * factor)))
    }
  }
  return {
    term(term, stem) {
      rowOf = grown(rowOf, term + 1)
      rowOf[term] = words.rowOf(stem)
      if (rowOf[term] === -1) spelled.set(term, stem)
    },
    set(document, terms, size, countOf) {
      for (let at = 0; at < size; at++) {
        const term = terms[at] as number
        const row = rowOf[term] as number
        const weight = 1 + Math.log(countOf(term))
        if (row >= 0) words.addRow(row, weight)
        else words.addSpelled(spelled.get(term) ?? '', weight)
      }
      direct(rows.row(document))
    },
    clear: (document) => void rows.row(document).fill(0),
    cosines(stems) {
      for (const [stem, count] of stems) {
        const row = words.rowOf(stem)
        const weight = 1 + Math.log(count)
        if (row >= 0) words.addRow(row, weight * words.factorOf(row))
        else words.addSpelled(stem, weight)
      }
      direct(asked)
      return { products: rows.products(asked), whole: LENGTH * LENGTH }
    },
    bytes: () => rows.bytes() + rowOf.byteLength,
  }
}
