import type { WordVectors } from './word-vectors.ts'

/** Vectors of documents as signed bytes, compared one by one. */
export interface Vectors {
  set(document: number, stems: ReadonlyMap<string, number>): void
  clear(document: number): void
  /** The cosine with every document. */
  scores(stems: ReadonlyMap<string, number>): Float32Array
  bytes(): number
}

export function createVectors(words: WordVectors): Vectors {
  const { dimensions } = words
  let rows = new Int8Array(1024 * dimensions)
  let last = 0
  const vector = new Float32Array(dimensions)
  /** The direction of a text: of length 127, so that it fits into bytes. */
  const directionOf = (stems: ReadonlyMap<string, number>): Int8Array => {
    vector.fill(0)
    for (const [stem, count] of stems) words.add(vector, stem, 1 + Math.log(count))
    let most = 0
    for (const value of vector) most += value * value
    const factor = most === 0 ? 0 : 127 / Math.sqrt(most)
    return Int8Array.from(vector, (value) => Math.round(Math.max(-127, Math.min(127, value * factor * SPREAD))))
  }
  return {
    set(document, stems) {
      last = Math.max(last, document + 1)
      if (last * dimensions > rows.length) {
        const larger = new Int8Array(Math.max(rows.length * 2, last * dimensions))
        larger.set(rows)
        rows = larger
      }
      rows.set(directionOf(stems), document * dimensions)
    },
    clear(document) {
      rows.fill(0, document * dimensions, (document + 1) * dimensions)
    },
    scores(stems) {
      const asked = Float32Array.from(directionOf(stems))
      const scores = new Float32Array(last)
      for (let document = 0, at = 0; document < last; document++, at += dimensions) {
        let sum = 0
        for (let n = 0; n < dimensions; n++) sum += (asked[n] as number) * (rows[at + n] as number)
        scores[document] = sum / (127 * 127 * SPREAD * SPREAD)
      }
      return scores
    },
    bytes: () => rows.byteLength,
  }
}

/** No single value of a direction comes near its length, so all are spread over the range of a byte. */
const SPREAD = 3
