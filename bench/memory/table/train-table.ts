import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { bucketsOf } from '../../../src/memory/search/word-vectors.ts'
import { identifiersIn, questionWords, wordOf } from '../../../src/memory/search/words.ts'
import { randomOf } from '../../repair/random.ts'

/**
 * Trains the table of word vectors that search uses:
 *
 *     node bench/memory/table/train-table.ts PAIRS.jsonl OUT.bin COSQA_DIRECTORY
 *
 * A text is the weighted sum of the vectors of its words; documentation is to be nearer to its own code than to the code of
 * all others in a batch. Functions of CoSQA are left out, and the epoch that is best on its development part is written.
 */
const [pairsPath = '', outPath = '', cosqaPath = ''] = process.argv.slice(2)
const [WORDS, BUCKETS, DIMENSIONS, BATCH, EPOCHS] = [28_000, 8192, 160, 320, 7]
const [TEMPERATURE, RATE] = [0.06, 0.12]
const { below } = randomOf('word vectors')
const random = () => below(2 ** 24) / 2 ** 24

type Bag = { ids: number[]; weights: number[] }
type Pair = { name: number[]; doc: number[]; body: number[] }

const stemsOf = (words: string[]) => words.flatMap((word) => wordOf(word).stems)
const letters = (text: string) => text.replace(/\W+/g, '').slice(0, 40).toLowerCase()
const docOf = (code: string) => /("""|''')([\s\S]*?)\1/.exec(code)?.[2] ?? ''

const codes = Object.keys(JSON.parse(readFileSync(`${cosqaPath}/code_idx_map.txt`, 'utf8')))
const dev = JSON.parse(readFileSync(`${cosqaPath}/cosqa-retrieval-dev-500.json`, 'utf8')) as {
  doc: string
  retrieval_idx: number
}[]
const leftOut = new Set(codes.map((code) => `${/def\s+(\w+)/.exec(code)?.[1]} ${letters(docOf(code))}`))

const texts: [string[], string[], string[]][] = []
const counts = new Map<string, number>()
for await (const line of createInterface(createReadStream(pairsPath))) {
  const [name, doc, code] = JSON.parse(line) as [string, string, string]
  if (leftOut.has(`${name} ${letters(doc)}`)) continue
  const text = [stemsOf([name]), stemsOf(questionWords(doc)), stemsOf(identifiersIn(code)).slice(0, 200)] as const
  for (const stem of new Set(text.flat())) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  texts.push([...text] as [string[], string[], string[]])
}
const words = [...counts]
  .filter(([word]) => /^[a-z0-9]+$/.test(word))
  .sort((a, b) => b[1] - a[1])
  .slice(0, WORDS)
  .map(([word]) => word)
const place = new Map(words.map((word, index) => [word, index]))
const encode = (stems: string[]) => stems.flatMap((stem) => place.get(stem) ?? [])
const pairs = texts
  .map(([name, doc, body]): Pair => ({ name: encode(name), doc: encode(doc), body: encode(body) }))
  .filter(({ doc, body }) => doc.length >= 2 && body.length >= 3)
console.log(`${pairs.length} pairs, ${words.length} words`)

const spelled = words.map((word) => bucketsOf(word, BUCKETS).map((bucket) => words.length + bucket))
const rows = new Float32Array((words.length + BUCKETS) * DIMENSIONS).map(() => (random() - 0.5) * 0.1)
const seen = new Float32Array(words.length + BUCKETS).fill(1e-6)

const counted = (ids: number[], weight = 1): Bag => {
  const times = Map.groupBy(ids, (id) => id)
  return { ids: [...times.keys()], weights: [...times.values()].map(({ length }) => weight * (1 + Math.log(length))) }
}
const joined = (...bags: Bag[]): Bag => ({
  ids: bags.flatMap(({ ids }) => ids),
  weights: bags.flatMap(({ weights }) => weights),
})
const shuffled = <T>(list: T[]): T[] => {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const kept = list[at] as T
    list[at] = list[other] as T
    list[other] = kept
  }
  return list
}

/** Half of the words ask, sometimes the others are left to the code; sometimes the name is. */
function sampled({ name, doc, body }: Pair): [Bag, Bag] {
  const mixed = shuffled([...doc])
  const kept = Math.max(2, Math.floor(mixed.length * (0.4 + 0.6 * random())))
  const told = random() < 0.5 ? counted(mixed.slice(kept)) : counted([])
  return [counted(mixed.slice(0, kept)), joined(counted(random() < 0.6 ? name : [], 2), counted(body), told)]
}

/** The vector of a word: its own row, and the mean of its pieces. */
function vectorsOf(bags: Bag[]): { local: Map<number, number>; vectors: Float32Array } {
  const local = new Map<number, number>()
  for (const { ids } of bags) for (const id of ids) if (!local.has(id)) local.set(id, local.size)
  const vectors = new Float32Array(local.size * DIMENSIONS)
  for (const [id, at] of local) {
    addRow(vectors, at, 1, rows, id)
    const pieces = spelled[id] as number[]
    for (const piece of pieces) addRow(vectors, at, 1 / pieces.length, rows, piece)
  }
  return { local, vectors }
}

function addRow(into: Float32Array, at: number, weight: number, from: Float32Array, row: number): void {
  const [a, b] = [at * DIMENSIONS, row * DIMENSIONS]
  for (let n = 0; n < DIMENSIONS; n++) into[a + n] = (into[a + n] as number) + weight * (from[b + n] as number)
}

function embed(bags: Bag[], { local, vectors }: ReturnType<typeof vectorsOf>) {
  const out = new Float32Array(bags.length * DIMENSIONS)
  const norms = new Float32Array(bags.length)
  for (const [at, { ids, weights }] of bags.entries()) {
    for (const [index, id] of ids.entries()) addRow(out, at, weights[index] as number, vectors, local.get(id) as number)
    const row = out.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)
    let sum = 1e-12
    for (const value of row) sum += value * value
    norms[at] = Math.sqrt(sum)
    for (let n = 0; n < DIMENSIONS; n++) row[n] = (row[n] as number) / (norms[at] as number)
  }
  return { out, norms }
}

function dots(left: Float32Array, right: Float32Array, n: number, m: number): Float32Array {
  const scores = new Float32Array(n * m)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const [a, b] = [i * DIMENSIONS, j * DIMENSIONS]
      let sum = 0
      for (let k = 0; k < DIMENSIONS; k++) sum += (left[a + k] as number) * (right[b + k] as number)
      scores[i * m + j] = sum
    }
  }
  return scores
}

/** The gradient of both cross entropies with respect to the scores, and the loss. */
function gradientOf(scores: Float32Array, n: number): { gradient: Float32Array; loss: number } {
  const gradient = new Float32Array(n * n)
  let loss = 0
  for (const [step, stride] of [
    [n, 1],
    [1, n],
  ] as const) {
    for (let i = 0; i < n; i++) {
      let sum = 0
      for (let j = 0; j < n; j++) sum += Math.exp(((scores[i * step + j * stride] as number) - 1) / TEMPERATURE)
      for (let j = 0; j < n; j++) {
        const at = i * step + j * stride
        const share = Math.exp(((scores[at] as number) - 1) / TEMPERATURE) / sum
        gradient[at] = (gradient[at] as number) + (share - (i === j ? 1 : 0)) / TEMPERATURE / n
        if (i === j) loss -= Math.log(share) / n
      }
    }
  }
  return { gradient, loss }
}

function backward(
  bags: Bag[],
  known: ReturnType<typeof vectorsOf>,
  into: Float32Array,
  made: ReturnType<typeof embed>,
  pull: Float32Array,
) {
  for (const [at, { ids, weights }] of bags.entries()) {
    const own = made.out.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)
    const push = pull.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)
    let along = 0
    for (let n = 0; n < DIMENSIONS; n++) along += (own[n] as number) * (push[n] as number)
    const norm = made.norms[at] as number
    for (let n = 0; n < DIMENSIONS; n++) push[n] = ((push[n] as number) - along * (own[n] as number)) / norm
    for (const [index, id] of ids.entries())
      addRow(into, known.local.get(id) as number, weights[index] as number, pull, at)
  }
}

/** Adagrad with one rate for each row. */
function update(known: ReturnType<typeof vectorsOf>, gradient: Float32Array, rate: number): void {
  const change = (row: number, from: number, share: number) => {
    let square = 0
    const at = from * DIMENSIONS
    for (let n = 0; n < DIMENSIONS; n++) square += (gradient[at + n] as number) ** 2
    seen[row] = (seen[row] as number) + (square * share * share) / DIMENSIONS
    addRow(rows, row, (-rate * share) / Math.sqrt(seen[row] as number), gradient, from)
  }
  for (const [id, at] of known.local) {
    change(id, at, 1)
    const pieces = spelled[id] as number[]
    for (const piece of pieces) change(piece, at, 1 / pieces.length)
  }
}

function judge(): number {
  const bagOf = (text: string[]) => counted(encode(stemsOf(text)))
  const asked = dev.map(({ doc }) => bagOf(questionWords(doc)))
  const told = codes.map((code) =>
    joined(counted(encode(stemsOf(/def\s+(\w+)/.exec(code)?.slice(1) ?? [])), 2), bagOf(identifiersIn(code))),
  )
  const left = embed(asked, vectorsOf(asked)).out
  const right = embed(told, vectorsOf(told)).out
  const scores = dots(left, right, asked.length, told.length)
  const ranks = dev.map(({ retrieval_idx: right }, at) => {
    const row = scores.subarray(at * told.length, (at + 1) * told.length)
    return 1 / (1 + row.filter((score) => score > (row[right] as number)).length)
  })
  return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length
}

/** One file: a line of JSON, a scale for each row, then the rows as signed bytes. Words have their pieces added already. */
function write(): void {
  const all = vectorsOf([{ ids: words.map((_, index) => index), weights: [] }]).vectors
  const count = words.length + BUCKETS
  const whole = new Float32Array(count * DIMENSIONS)
  whole.set(all)
  whole.set(rows.subarray(words.length * DIMENSIONS), all.length)
  const scales = new Float32Array(count)
  const bytes = new Int8Array(count * DIMENSIONS)
  for (let row = 0; row < count; row++) {
    const vector = whole.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS)
    const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / 127
    scales[row] = scale
    bytes.set(
      vector.map((value) => Math.round(value / scale)),
      row * DIMENSIONS,
    )
  }
  const head = JSON.stringify({ dimensions: DIMENSIONS, buckets: BUCKETS, words })
  const padded = head.padEnd(Math.ceil((Buffer.byteLength(head) + 1) / 4) * 4 - 1)
  writeFileSync(
    outPath,
    Buffer.concat([Buffer.from(`${padded}\n`), Buffer.from(scales.buffer), Buffer.from(bytes.buffer)]),
  )
}

let best = 0
const chunks = Array.from({ length: Math.ceil(pairs.length / 16) }, (_, n) => n * 16)
for (let epoch = 0; epoch < EPOCHS; epoch++) {
  // Neighbours come from one project, and are the hard negatives of each other.
  const order = shuffled(chunks).flatMap((start) => pairs.slice(start, start + 16))
  const startedAt = performance.now()
  let total = 0
  const steps = Math.floor(order.length / BATCH)
  for (let step = 0; step < steps; step++) {
    const drawn = order.slice(step * BATCH, (step + 1) * BATCH).map(sampled)
    const [asked, told] = [drawn.map(([bag]) => bag), drawn.map(([, bag]) => bag)]
    const known = vectorsOf([...asked, ...told])
    const [left, right] = [embed(asked, known), embed(told, known)]
    const { gradient, loss } = gradientOf(dots(left.out, right.out, BATCH, BATCH), BATCH)
    const [pullLeft, pullRight] = [new Float32Array(BATCH * DIMENSIONS), new Float32Array(BATCH * DIMENSIONS)]
    for (let i = 0; i < BATCH; i++) {
      for (let j = 0; j < BATCH; j++) {
        const share = gradient[i * BATCH + j] as number
        if (Math.abs(share) < 1e-6) continue
        addRow(pullLeft, i, share, right.out, j)
        addRow(pullRight, j, share, left.out, i)
      }
    }
    const into = new Float32Array(known.vectors.length)
    backward(asked, known, into, left, pullLeft)
    backward(told, known, into, right, pullRight)
    update(known, into, RATE * (1 - (0.9 * (epoch * steps + step)) / (EPOCHS * steps)))
    total += loss
    if (step % 100 === 99)
      console.log(`epoch ${epoch + 1} step ${step + 1} of ${steps} loss ${(total / (step + 1)).toFixed(3)}`)
  }
  const result = judge()
  console.log(
    `epoch ${epoch + 1} loss ${(total / steps).toFixed(3)} dev MRR ${result.toFixed(4)} in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  )
  if (result <= best) continue
  best = result
  write()
}
