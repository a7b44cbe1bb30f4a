// Trains the language model: `node scripts/language-model/train.ts DATA` with the folder that harvest.ts wrote. It needs some minutes.
// A sum of hashed features, weighted by count, goes through one hidden layer; int8 weights go into the package. Same data, same file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresOf } from '../../src/pipeline/detect/guess/model/features.ts'
import { chooseFeatures } from './choose-features.ts'
import { createRandom, fragmentOf, LENGTHS, labelOf, readSamples } from './fragments.ts'

const [folder = '', epochsGiven = '10'] = process.argv.slice(2)
const HIDDEN = Number(process.env.HIDDEN ?? 32)
const EPOCHS = Number(epochsGiven)
/** Fragments a language, before priors. */
const EACH = Number(process.env.EACH ?? 6000)
/** How much likelier a language is in questions and answers than the others. */
const OFTEN = 'javascript bash typescript sql'.split(' ')
const USUAL = 'java cpp c go json yaml html ruby php rust csharp prose'.split(' ')
const RARE =
  'ada assembly awk batch cobol coffeescript crystal csv elm erlang fortran fsharp graphql groovy lisp matlab nginx nim ocaml pascal prolog protobuf scheme solidity tcl vb zig'.split(
    ' ',
  )
const PRIORS = new Map<string, number>([
  ['python', 3],
  ...OFTEN.map((label): [string, number] => [label, 2.3]),
  ...USUAL.map((label): [string, number] => [label, 1.5]),
  ...RARE.map((label): [string, number] => [label, 0.4]),
])
const OUT = process.env.OUT_FILE ?? new URL('../../src/pipeline/detect/guess/model/languages.bin', import.meta.url)

const random = createRandom(1)
const byLabel = Map.groupBy(readSamples(join(folder, 'train.jsonl')), ({ label }) => label)
byLabel.set('prose', byLabel.get('markdown') ?? [])
const labels = [...byLabel.keys()].filter((label) => (byLabel.get(label)?.length ?? 0) >= 8).toSorted()
console.log(labels.length, 'languages', labels.map((label) => `${label} ${byLabel.get(label)?.length}`).join(', '))

const chosen = chooseFeatures(byLabel, labels, Number(process.env.FEATURES ?? 7700))
const FEATURES = chosen.length
const rows = new Map(chosen.map((feature, row) => [feature, row]))
console.log(FEATURES, 'features')

interface Example {
  label: number
  ids: Uint16Array
  weights: Float32Array
}
const examples: Example[] = []
for (const [index, label] of labels.entries()) {
  // Repositories count alike within a language, so that none of them teaches its own habits as those of the language.
  const repos = [...Map.groupBy(byLabel.get(label) ?? [], ({ repo }) => repo).values()]
  const sizes = repos.map((samples) => Math.sqrt(samples.length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const few = Math.min(1, (byLabel.get(label)?.length ?? 0) / 60)
  const wanted = Math.round(EACH * Math.max(0.35, few) * (PRIORS.get(label) ?? 1))
  let made = 0
  for (let tries = 0; made < wanted && tries < wanted * 4; tries++) {
    let at = random() * total
    let chosen = 0
    while (chosen < repos.length - 1 && at > (sizes[chosen] ?? 0)) at -= sizes[chosen++] ?? 0
    const samples = repos[chosen] ?? []
    const sample = samples[Math.floor(random() * samples.length)]
    const length = LENGTHS[Math.floor(random() * LENGTHS.length)] ?? 5
    const text = sample && fragmentOf(sample.text, length, random)
    if (text === undefined || labelOf(label === 'prose' ? 'markdown' : label, text) !== label) continue
    const counts = [...featuresOf(text)].flatMap(([feature, count]) => {
      const row = rows.get(feature)
      return row === undefined ? [] : [[row, count] as const]
    })
    if (counts.length < 3) continue
    examples.push({
      label: index,
      ids: Uint16Array.from(counts, ([row]) => row),
      weights: Float32Array.from(counts, ([, count]) => 1 + Math.log(count)),
    })
    made += 1
  }
}
console.log(examples.length, 'examples')

const L = labels.length
const table = Float32Array.from({ length: FEATURES * HIDDEN }, () => (random() - 0.5) * 0.1)
const tableG = new Float32Array(FEATURES).fill(1e-3)
const bias = new Float32Array(HIDDEN)
const out = Float32Array.from({ length: L * HIDDEN }, () => (random() - 0.5) * 0.3)
const outG = new Float32Array(L * HIDDEN).fill(1e-3)
const outBias = new Float32Array(L)

const sum = new Float32Array(HIDDEN)
const hidden = new Float32Array(HIDDEN)
const grad = new Float32Array(HIDDEN)
const logits = new Float32Array(L)

/** Features are left out at random, so that none is relied on alone. */
const DROPPED = Number(process.env.DROPPED ?? 0.15)
const scaled = new Float32Array(1 << 14)

function forward({ ids, weights }: Pick<Example, 'ids' | 'weights'>): void {
  sum.set(bias)
  let squares = 0
  for (let k = 0; k < ids.length; k++) {
    const weight = random() < DROPPED ? 0 : (weights[k] as number)
    scaled[k] = weight
    squares += weight * weight
  }
  const norm = Math.sqrt(squares) || 1
  for (let k = 0; k < ids.length; k++) scaled[k] = (scaled[k] as number) / norm
  for (let k = 0; k < ids.length; k++) {
    const row = (ids[k] as number) * HIDDEN
    const weight = scaled[k] as number
    if (weight === 0) continue
    for (let j = 0; j < HIDDEN; j++) sum[j] = (sum[j] as number) + weight * (table[row + j] as number)
  }
  for (let j = 0; j < HIDDEN; j++) hidden[j] = Math.max(sum[j] as number, 0.1 * (sum[j] as number))
  let most = -Infinity
  for (let l = 0; l < L; l++) {
    let logit = outBias[l] as number
    for (let j = 0; j < HIDDEN; j++) logit += (out[l * HIDDEN + j] as number) * (hidden[j] as number)
    logits[l] = logit
    if (logit > most) most = logit
  }
  let total = 0
  for (let l = 0; l < L; l++) total += logits[l] = Math.exp((logits[l] as number) - most)
  for (let l = 0; l < L; l++) logits[l] = (logits[l] as number) / total
}

const RATE = Number(process.env.RATE ?? 0.15)
for (let epoch = 0; epoch < EPOCHS; epoch++) {
  const rate = RATE * (1 - epoch / EPOCHS)
  shuffle(examples)
  let right = 0
  let loss = 0
  for (const example of examples) {
    forward(example)
    const { label, ids } = example
    loss -= Math.log(Math.max(logits[label] as number, 1e-9))
    if ((logits[label] as number) > 0.5) right += 1
    grad.fill(0)
    for (let l = 0; l < L; l++) {
      // Labels are wrong now and then: smoothing keeps confidence honest.
      const g = (logits[l] as number) - (l === label ? 0.97 : 0.03 / (L - 1))
      if (Math.abs(g) < 1e-5) continue
      outBias[l] = (outBias[l] as number) - 0.01 * rate * g
      for (let j = 0; j < HIDDEN; j++) {
        const at = l * HIDDEN + j
        grad[j] = (grad[j] as number) + g * (out[at] as number)
        const own = g * (hidden[j] as number)
        outG[at] = (outG[at] as number) + own * own
        out[at] = (out[at] as number) - (rate * own) / Math.sqrt(outG[at] as number)
      }
    }
    let square = 0
    for (let j = 0; j < HIDDEN; j++) {
      if ((sum[j] as number) < 0) grad[j] = 0.1 * (grad[j] as number)
      bias[j] = (bias[j] as number) - 0.01 * rate * (grad[j] as number)
      square += ((grad[j] as number) * (grad[j] as number)) / HIDDEN
    }
    for (let k = 0; k < ids.length; k++) {
      const id = ids[k] as number
      const weight = scaled[k] as number
      if (weight === 0) continue
      tableG[id] = (tableG[id] as number) + weight * weight * square
      const step = (rate * weight) / Math.sqrt(tableG[id] as number)
      const row = id * HIDDEN
      for (let j = 0; j < HIDDEN; j++) table[row + j] = (table[row + j] as number) - step * (grad[j] as number)
    }
  }
  console.log(
    `epoch ${epoch + 1}: loss ${(loss / examples.length).toFixed(4)}, right ${((100 * right) / examples.length).toFixed(2)} %`,
  )
}
writeModel()

/** One line of JSON with labels, biases and output weights, then the table: a scale a column, a byte a weight. */
function writeModel(): void {
  const scales = Array.from({ length: HIDDEN }, (_, j) => {
    const column = Float32Array.from({ length: FEATURES }, (_, row) =>
      Math.abs(table[row * HIDDEN + j] as number),
    ).sort()
    return (column[Math.floor(FEATURES * 0.9995)] ?? 1) / 127
  })
  const bytes = Int8Array.from({ length: FEATURES * HIDDEN }, (_, at) =>
    Math.max(-127, Math.min(127, Math.round((table[at] as number) / (scales[at % HIDDEN] as number)))),
  )
  const short = (values: Iterable<number>) => Array.from(values, (value) => Number(value.toPrecision(4)))
  const head = JSON.stringify({
    features: FEATURES,
    labels,
    scales: short(scales),
    bias: short(bias),
    out: short(out),
    outBias: short(outBias),
  })
  const file = Buffer.concat([
    Buffer.from(`${head}\n`),
    Buffer.from(Int32Array.from(chosen).buffer),
    Buffer.from(bytes.buffer),
  ])
  writeFileSync(OUT, file)
  console.log(file.length, 'bytes')
}

function shuffle<T>(list: T[]): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const kept = list[at] as T
    list[at] = list[other] as T
    list[other] = kept
  }
}
