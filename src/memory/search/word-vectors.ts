import { fnvHash } from '../../contract/fnv-hash.ts'

/** A table of word vectors as it is read: signed bytes with a scale for each row; words first, then pieces of words. */
export interface WordVectors {
  dimensions: number
  /** The row of a stem; -1 where the table has none. */
  rowOf(stem: string): number
  /** Adds a row, times `weight`. */
  addRow(into: Float32Array, row: number, weight: number): void
  /** Adds the vector of a stem that is not in the table, spelled by its pieces. */
  addSpelled(into: Float32Array, stem: string, weight: number): void
  /** The factor of a row in a question: words like `get` say less there. */
  factorOf(row: number): number
}

const PIECE_LENGTHS = [3, 4]

/** The pieces of a word, each a bucket by its hash. */
export function bucketsOf(word: string, buckets: number): number[] {
  const marked = `<${word}>`
  const found: number[] = []
  for (const length of PIECE_LENGTHS) {
    for (let at = 0; at + length <= marked.length; at++) found.push((fnvHash(marked, at, at + length) >>> 0) % buckets)
  }
  return found
}

/** Reads a file of `bench/memory/table/train-table.py`. */
export function readWordVectors(file: Uint8Array<ArrayBuffer>): WordVectors {
  const end = file.indexOf(0x0a) + 1
  const { dimensions, buckets, words, hasFactors } = JSON.parse(new TextDecoder().decode(file.subarray(0, end))) as {
    dimensions: number
    buckets: number
    words: string[]
    hasFactors?: boolean
  }
  const count = words.length + buckets
  const scales = new Float32Array(file.slice(end, end + count * 4).buffer)
  const start = end + count * 4 * (hasFactors ? 2 : 1)
  const factors = hasFactors ? new Float32Array(file.slice(end + count * 4, start).buffer) : undefined
  const rows = new Int8Array(file.buffer, file.byteOffset + start, count * dimensions)
  const place = new Map(words.map((word, index) => [word, index]))
  const addRow = (into: Float32Array, row: number, weight: number) => {
    const factor = weight * (scales[row] as number)
    const first = row * dimensions
    for (let n = 0; n < dimensions; n++) into[n] = (into[n] as number) + factor * (rows[first + n] as number)
  }
  return {
    dimensions,
    rowOf: (stem) => place.get(stem) ?? -1,
    addRow,
    addSpelled(into, stem, weight) {
      const pieces = bucketsOf(stem, buckets)
      for (const piece of pieces) addRow(into, words.length + piece, weight / pieces.length)
    },
    factorOf: (row) => factors?.[row] ?? 1,
  }
}
