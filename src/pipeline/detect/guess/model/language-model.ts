import { readFileSync } from 'node:fs'
import { featuresOf } from './features.ts'

export interface Likelihood {
  language: string
  /** All of them together make 1. */
  likelihood: number
}

interface Model {
  labels: string[]
  scales: number[]
  bias: number[]
  out: number[]
  outBias: number[]
  /** The row of each feature that the model knows. */
  rows: Map<number, number>
  table: Int8Array
}

let model: Model | undefined

/** Read when a language is guessed for the first time: few runs need it. */
function loadModel(): Model {
  if (model) return model
  const file = readFileSync(new URL('languages.bin', import.meta.url))
  const behind = file.indexOf(10) + 1
  const { features, ...head }: Omit<Model, 'table' | 'rows'> & { features: number } = JSON.parse(
    file.subarray(0, behind).toString(),
  )
  const rows = new Map<number, number>()
  for (let row = 0; row < features; row++) rows.set(file.readInt32LE(behind + 4 * row), row)
  const table = new Int8Array(file.buffer, file.byteOffset + behind + 4 * features, features * head.scales.length)
  model = { ...head, rows, table }
  return model
}

/** How likely a text is of each known language, the likeliest first, by words and marks alone. scripts/language-model made the table. */
export function likelihoods(text: string): Likelihood[] {
  const { labels, scales, bias, out, outBias, rows, table } = loadModel()
  const width = scales.length
  const sum = new Float64Array(width)
  let squares = 0
  for (const [feature, count] of featuresOf(text)) {
    const row = rows.get(feature)
    if (row === undefined) continue
    const weight = 1 + Math.log(count)
    squares += weight * weight
    for (let j = 0; j < width; j++) sum[j] = (sum[j] ?? 0) + weight * (table[row * width + j] ?? 0)
  }
  const norm = Math.sqrt(squares) || 1
  const hidden = Array.from(sum, (value, j) => (value * (scales[j] ?? 0)) / norm + (bias[j] ?? 0)).map((value) =>
    Math.max(value, 0.1 * value),
  )
  const logits = labels.map((_, l) =>
    hidden.reduce((logit, value, j) => logit + value * (out[l * width + j] ?? 0), outBias[l] ?? 0),
  )
  const most = Math.max(...logits)
  const weights = logits.map((logit) => Math.exp(logit - most))
  const total = weights.reduce((all, weight) => all + weight, 0)
  return labels
    .map((language, l) => ({ language, likelihood: (weights[l] ?? 0) / total }))
    .toSorted((a, b) => b.likelihood - a.likelihood)
}
