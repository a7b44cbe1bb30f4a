import { fnvHash } from '../../contract/fnv-hash.ts'
import { createProducts } from './byte-vectors.ts'

/** A table of word vectors as it is read: signed bytes with a scale for each row; words first, then pieces of words. */
export interface WordVectors {
  dimensions: number
  /** The row of a stem; -1 where the table has none. */
  rowOf(stem: string): number
  /** Adds a row, times `weight`, to the sum. */
  addRow(row: number, weight: number): void
  /** Adds the vector of a stem that is not in the table, spelled by its pieces. */
  addSpelled(stem: string, weight: number): void
  /** The sum of all that was added since the last one; good until the next addition. */
  takeSum(): Float32Array
  /** The factor of a row in a question: words like `get` say less there. */
  factorOf(row: number): number
}

/** Rows that are added at once. */
const MOST_LISTED = 1024
/** Bytes of a row's place and weight. */
const LISTED = 8

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
  const place = new Map(words.map((word, index) => [word, index]))
  const summing = createSum(file.subarray(start, start + count * dimensions), dimensions)
  const addRow = (row: number, weight: number) => summing.add(row, weight * (scales[row] as number))
  return {
    dimensions,
    rowOf: (stem) => place.get(stem) ?? -1,
    addRow,
    addSpelled(stem, weight) {
      const pieces = bucketsOf(stem, buckets)
      for (const piece of pieces) addRow(words.length + piece, weight / pieces.length)
    },
    takeSum: summing.take,
    factorOf: (row) => factors?.[row] ?? 1,
  }
}

/** Weighted sums of rows, in a memory of WebAssembly: the sum first, then the list of rows to add, then all rows. */
function createSum(rows: Uint8Array, dimensions: number) {
  const list = dimensions * 4
  const first = list + MOST_LISTED * LISTED
  const { memory, sum } = createProducts(first + rows.length)
  new Uint8Array(memory.buffer).set(rows, first)
  const out = new Float32Array(memory.buffer, 0, dimensions)
  const places = new Int32Array(memory.buffer, list, MOST_LISTED * 2)
  const weights = new Float32Array(memory.buffer, list, MOST_LISTED * 2)
  let listed = 0
  let isTaken = true
  const addListed = () => {
    if (isTaken) out.fill(0)
    isTaken = false
    sum(list, listed, dimensions, 0)
    listed = 0
  }
  return {
    add(row: number, weight: number): void {
      places[listed * 2] = first + row * dimensions
      weights[listed * 2 + 1] = weight
      if (++listed === MOST_LISTED) addListed()
    },
    take(): Float32Array {
      addListed()
      isTaken = true
      return out
    },
  }
}
