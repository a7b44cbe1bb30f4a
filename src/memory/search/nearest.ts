import { grown } from './growing.ts'
import { ranked } from './rank.ts'
import { createVectorRows, type VectorRows } from './vector-rows.ts'

/** Documents by the angle between their vector and that of a question. */
export interface Nearest {
  put(document: number, vector: Int8Array): void
  /** The nearest first. */
  order(question: Int8Array, options: { take: number; isWanted(document: number): boolean }): number[]
}

/** Rows are compared sixteen bytes at once. */
const LANES = 16
const LARGEST = 127

export function createNearest(): Nearest {
  let rows: VectorRows | undefined
  let dimensions = 0
  let lengths = new Float32Array(64)
  return {
    put(document, vector) {
      if (!rows && vector.length > 0) {
        dimensions = vector.length
        rows = createVectorRows(dimensions)
      }
      if (!rows || vector.length !== dimensions) return
      rows.row(document).set(vector)
      lengths = grown(lengths, document + 1)
      lengths[document] = Math.hypot(...vector)
    },
    order(question, options) {
      if (!rows || question.length !== dimensions) return []
      const products = rows.products(question)
      const cosines = Float32Array.from(products, (product, document) =>
        lengths[document] ? product / (lengths[document] as number) : 0,
      )
      return ranked(cosines, options).map(({ document }) => document)
    },
  }
}

/** A vector of a model in signed bytes: only its direction counts. */
export function bytesOf(vector: readonly number[]): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const bytes = new Int8Array(Math.ceil(vector.length / LANES) * LANES)
  if (largest > 0) bytes.set(vector.map((value) => Math.round((value / largest) * LARGEST)))
  return bytes
}

/** How much less a later place of an order counts. */
const SMOOTHNESS = 60

/** Joins orders of documents by the reciprocal of their places. */
export function fused(...orders: (readonly number[])[]): number[] {
  const scores = new Map<number, number>()
  for (const order of orders) {
    for (const [at, document] of order.entries()) {
      scores.set(document, (scores.get(document) ?? 0) + 1 / (SMOOTHNESS + at))
    }
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([document]) => document)
}
