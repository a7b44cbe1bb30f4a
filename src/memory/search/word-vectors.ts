import { fnvHash } from '../../contract/fnv-hash.ts'

/** A table of word vectors as it is read: signed bytes with a scale for each row; words first, then pieces of words. */
export interface WordVectors {
  dimensions: number
  /** Adds the vector of a stem, times `weight`; a stem that is not in the table is spelled by its pieces. */
  add(into: Float32Array, stem: string, weight: number): void
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

/** Reads a file of `bench/memory/table/train-table.ts`. */
export function readWordVectors(file: Uint8Array<ArrayBuffer>): WordVectors {
  const end = file.indexOf(0x0a) + 1
  const { dimensions, buckets, words } = JSON.parse(new TextDecoder().decode(file.subarray(0, end))) as {
    dimensions: number
    buckets: number
    words: string[]
  }
  const count = words.length + buckets
  const scales = new Float32Array(file.slice(end, end + count * 4).buffer)
  const rows = new Int8Array(file.buffer, file.byteOffset + end + count * 4, count * dimensions)
  const place = new Map(words.map((word, index) => [word, index]))
  const addRow = (into: Float32Array, row: number, weight: number) => {
    const factor = weight * (scales[row] as number)
    const start = row * dimensions
    for (let n = 0; n < dimensions; n++) into[n] = (into[n] as number) + factor * (rows[start + n] as number)
  }
  return {
    dimensions,
    add(into, stem, weight) {
      const known = place.get(stem)
      if (known !== undefined) return addRow(into, known, weight)
      const pieces = bucketsOf(stem, buckets)
      for (const piece of pieces) addRow(into, words.length + piece, weight / pieces.length)
    },
  }
}
