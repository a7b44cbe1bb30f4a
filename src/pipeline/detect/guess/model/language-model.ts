import { readFileSync } from 'node:fs'
import { featuresOf } from './features.ts'

export interface Likelihood {
  language: string
  /** All of them together make 1. */
  likelihood: number
}

interface Head {
  labels: string[]
  features: number
  scales: number[]
  bias: number[]
  out: number[]
  outBias: number[]
}

interface Model {
  labels: string[]
  scales: Float64Array
  bias: Float64Array
  out: Float64Array
  outBias: Float64Array
  /** The row of each feature that the model knows. */
  rows: Map<number, number>
  table: Int8Array
}

const LANGUAGES = new URL('languages.bin', import.meta.url)
/** An earlier table tells prose from code better (ADR 0351). */
const PROSE_TABLE = new URL('prose.bin', import.meta.url)
const models = new Map<string, Model>()

/** Read when a language is guessed for the first time: few runs need it. */
function loadModel(place: URL): Model {
  const read = models.get(place.href)
  if (read) return read
  const file = readFileSync(place)
  const behind = file.indexOf(10) + 1
  const { features, labels, scales, bias, out, outBias }: Head = JSON.parse(file.subarray(0, behind).toString())
  const rows = new Map<number, number>()
  for (let row = 0; row < features; row++) rows.set(file.readInt32LE(behind + 4 * row), row)
  const table = new Int8Array(file.buffer, file.byteOffset + behind + 4 * features, features * scales.length)
  const model = {
    labels,
    rows,
    table,
    scales: Float64Array.from(scales),
    bias: Float64Array.from(bias),
    out: Float64Array.from(out),
    outBias: Float64Array.from(outBias),
  }
  models.set(place.href, model)
  return model
}

/** How likely a text is of each known language, the likeliest first, by words and marks alone. scripts/language-model made the table. */
export function likelihoods(text: string): Likelihood[] {
  const known = loadModel(LANGUAGES)
  const shares = sharesOf(text, known)
  return known.labels
    .map((language, l) => ({ language, likelihood: shares[l] ?? 0 }))
    .toSorted((a, b) => b.likelihood - a.likelihood)
}

const PROSE = ['prose', 'markdown']

/** How likely a text is no code. Every line of an answer is asked about, so nothing else is worked out. */
export function likelihoodOfProse(text: string): number {
  const known = loadModel(PROSE_TABLE)
  const shares = sharesOf(text, known)
  return known.labels.reduce((sum, label, l) => (PROSE.includes(label) ? sum + (shares[l] ?? 0) : sum), 0)
}

/** The likelihoods in the order of the labels; plain loops over typed arrays, which take a tenth of the time of the usual methods. */
function sharesOf(text: string, { labels, scales, bias, out, outBias, rows, table }: Model): Float64Array {
  const width = scales.length
  const hidden = new Float64Array(width)
  let squares = 0
  for (const [feature, count] of featuresOf(text)) {
    const row = rows.get(feature)
    if (row === undefined) continue
    const weight = 1 + Math.log(count)
    squares += weight * weight
    for (let j = 0, at = row * width; j < width; j++, at++) hidden[j] = itemOf(hidden, j) + weight * itemOf(table, at)
  }
  const norm = Math.sqrt(squares) || 1
  for (let j = 0; j < width; j++) {
    const value = (itemOf(hidden, j) * itemOf(scales, j)) / norm + itemOf(bias, j)
    hidden[j] = Math.max(value, 0.1 * value)
  }
  const shares = new Float64Array(labels.length)
  let most = Number.NEGATIVE_INFINITY
  for (let l = 0; l < shares.length; l++) {
    let logit = itemOf(outBias, l)
    for (let j = 0, at = l * width; j < width; j++, at++) logit += itemOf(hidden, j) * itemOf(out, at)
    shares[l] = logit
    if (logit > most) most = logit
  }
  let total = 0
  for (let l = 0; l < shares.length; l++) total += shares[l] = Math.exp(itemOf(shares, l) - most)
  for (let l = 0; l < shares.length; l++) shares[l] = itemOf(shares, l) / total
  return shares
}

/** An item of an array whose bounds the caller keeps. */
const itemOf = (array: Float64Array | Int8Array, index: number): number => array[index] as number
