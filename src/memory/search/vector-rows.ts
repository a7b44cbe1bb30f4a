import { createProducts, pagesOf } from './byte-vectors.ts'
import { grown } from './growing.ts'

/** Vectors of signed bytes by number, compared with one vector all at once. */
export interface VectorRows {
  /** The place of a row, to write to. */
  row(number: number): Int8Array
  /** Dot products with all rows. */
  products(question: Int8Array): Int32Array
  bytes(): number
}

/** Fewer rows are compared in JavaScript: a memory of WebAssembly reserves much of the address space. */
const MANY = 4096

export function createVectorRows(dimensions: number): VectorRows {
  let few: VectorRows & { all: Int8Array } = fewRows(dimensions)
  let many: VectorRows | undefined
  return {
    row(number) {
      if (number >= MANY && !many) {
        many = manyRows(dimensions, few.all)
        few = fewRows(dimensions)
      }
      return (many ?? few).row(number)
    },
    products: (question) => (many ?? few).products(question),
    bytes: () => (many ?? few).bytes(),
  }
}

function fewRows(dimensions: number) {
  let rows = new Int8Array(64 * dimensions)
  let count = 0
  return {
    get all() {
      return rows.subarray(0, count * dimensions)
    },
    row(number: number) {
      count = Math.max(count, number + 1)
      rows = grown(rows, count * dimensions)
      return rows.subarray(number * dimensions, (number + 1) * dimensions)
    },
    products(question: Int8Array) {
      const products = new Int32Array(count)
      for (let number = 0, at = 0; number < count; number++, at += dimensions) {
        let sum = 0
        for (let n = 0; n < dimensions; n++) sum += (question[n] as number) * (rows[at + n] as number)
        products[number] = sum
      }
      return products
    },
    bytes: () => rows.byteLength,
  }
}

/** Rows in a memory of WebAssembly: the question first, then the rows, then room for the products. */
function manyRows(dimensions: number, first: Int8Array): VectorRows {
  let capacity = MANY * 2
  let count = first.length / dimensions
  const bytesFor = (rows: number) => dimensions + rows * (dimensions + 4)
  const { memory, dots } = createProducts(bytesFor(capacity))
  let bytes = new Int8Array(memory.buffer)
  bytes.set(first, dimensions)
  return {
    row(number) {
      count = Math.max(count, number + 1)
      if (count > capacity) {
        capacity = Math.max(count, Math.ceil(capacity * 1.5))
        memory.grow(pagesOf(bytesFor(capacity) - memory.buffer.byteLength))
        bytes = new Int8Array(memory.buffer)
      }
      return bytes.subarray((number + 1) * dimensions, (number + 2) * dimensions)
    },
    products(question) {
      bytes.set(question)
      const out = (capacity + 1) * dimensions
      dots(0, dimensions, count, dimensions, out)
      return new Int32Array(memory.buffer, out, count)
    },
    bytes: () => memory.buffer.byteLength,
  }
}
