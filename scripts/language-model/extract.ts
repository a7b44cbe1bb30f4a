// Makes numbers of harvested code: `node scripts/language-model/extract.ts DATA OUT [EACH]` with the folder that harvest.ts wrote; EACH is
// the number of fragments of a language. OUT gets what train.py reads: meta.json, and for `train` and `dev` the labels, offsets, features
// and counts of fragments. The same data gives the same files, whatever the number of threads.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { featuresOf } from '../../src/pipeline/detect/guess/model/features.ts'
import { chooseFeatures } from './choose-features.ts'
import { createRandom, fragmentOf, LENGTHS, labelOf, readSamples, type Sample } from './fragments.ts'
import { priorOf } from './priors.ts'

/** Candidates: training keeps the most useful of them. */
const CANDIDATES = 100_000
const DEV_LENGTHS = [1, 3, 5, 10, 20, 50, 0]
const DEV_EACH = 40

interface Examples {
  labels: number[]
  lengths: number[]
  offsets: number[]
  features: number[]
  counts: number[]
}

interface Job {
  label: string
  index: number
  wanted: number
}

const [folder = '', out = '', each = '8000'] = process.argv.slice(2)
if (isMainThread) await extract()
else work()

async function extract(): Promise<void> {
  mkdirSync(out, { recursive: true })
  const byLabel = samplesByLabel()
  const labels = [...byLabel.keys()].filter((label) => (byLabel.get(label)?.length ?? 0) >= 8).toSorted()
  const chosen = chooseFeatures(byLabel, labels, CANDIDATES)
  console.log(labels.length, 'languages', chosen.length, 'features')
  const jobs = labels.map((label, index): Job => {
    const few = Math.min(1, (byLabel.get(label)?.length ?? 0) / 60)
    return { label, index, wanted: Math.round(Number(each) * Math.max(0.35, few) * priorOf(label)) }
  })
  const made = await Promise.all(
    dealt(jobs, Math.max(1, Math.min(16, availableParallelism()))).map((own) => inWorker(own, chosen)),
  )
  const inOrder = made.flat().toSorted((a, b) => (a.labels[0] ?? 0) - (b.labels[0] ?? 0))
  write('train', inOrder)
  write('dev', [devExamples(labels, chosen)])
  writeFileSync(join(out, 'meta.json'), JSON.stringify({ labels, features: chosen }))
}

function samplesByLabel(): Map<string, Sample[]> {
  const byLabel = Map.groupBy(readSamples(join(folder, 'train.jsonl')), ({ label }) => label)
  byLabel.set('prose', byLabel.get('markdown') ?? [])
  return byLabel
}

function inWorker(jobs: Job[], chosen: number[]): Promise<Examples[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      argv: process.argv.slice(2),
      workerData: { jobs, chosen },
      resourceLimits: { maxOldGenerationSizeMb: 6_000 },
    })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

function work(): void {
  const { jobs, chosen }: { jobs: Job[]; chosen: number[] } = workerData
  const byLabel = samplesByLabel()
  const rows = new Map(chosen.map((feature, row) => [feature, row]))
  parentPort?.postMessage(jobs.map((job) => examplesOf(job, byLabel.get(job.label) ?? [], rows)))
}

/** Repositories count alike within a language, so that none of them teaches its own habits as those of the language. */
function examplesOf({ label, index, wanted }: Job, samples: Sample[], rows: Map<number, number>): Examples {
  const random = createRandom(1_000 + index)
  const repos = [...Map.groupBy(samples, ({ repo }) => repo).values()]
  const sizes = repos.map((own) => Math.sqrt(own.length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const made = emptyExamples()
  for (let tries = 0; made.labels.length < wanted && tries < wanted * 4; tries++) {
    let at = random() * total
    let chosen = 0
    while (chosen < repos.length - 1 && at > (sizes[chosen] ?? 0)) at -= sizes[chosen++] ?? 0
    const own = repos[chosen] ?? []
    const sample = own[Math.floor(random() * own.length)]
    const length = LENGTHS[Math.floor(random() * LENGTHS.length)] ?? 5
    const text = sample && fragmentOf(sample.text, length, random)
    if (text === undefined || labelOf(label === 'prose' ? 'markdown' : label, text) !== label) continue
    addExample(made, { label: index, length, text, rows })
  }
  return made
}

function devExamples(labels: string[], chosen: number[]): Examples {
  const rows = new Map(chosen.map((feature, row) => [feature, row]))
  const random = createRandom(7)
  const made = emptyExamples()
  const counts = new Map<string, number>()
  for (const path of globSync('dev/code/*/*/*', { cwd: folder }).toSorted()) {
    const label = path.split('/')[2] ?? ''
    const text = readFileSync(join(folder, path), 'utf8')
    for (const length of DEV_LENGTHS) {
      const key = `${label} ${length}`
      const fragment = (counts.get(key) ?? 0) < DEV_EACH ? fragmentOf(text, length, random) : undefined
      if (fragment === undefined || labelOf(label, fragment) !== label || !labels.includes(label)) continue
      counts.set(key, (counts.get(key) ?? 0) + 1)
      addExample(made, { label: labels.indexOf(label), length, text: fragment, rows })
    }
  }
  return made
}

function addExample(
  made: Examples,
  { label, length, text, rows }: { label: number; length: number; text: string; rows: Map<number, number> },
): void {
  const known = [...featuresOf(text)].flatMap(([feature, count]) => {
    const row = rows.get(feature)
    return row === undefined ? [] : [[row, count] as const]
  })
  if (known.length < 3) return
  made.labels.push(label)
  made.lengths.push(length)
  made.offsets.push(made.features.length)
  for (const [row, count] of known) {
    made.features.push(row)
    made.counts.push(Math.min(count, 255))
  }
}

function emptyExamples(): Examples {
  return { labels: [], lengths: [], offsets: [], features: [], counts: [] }
}

function write(name: string, parts: Examples[]): void {
  let behind = 0
  const offsets = parts.flatMap((part) => {
    const start = behind
    behind += part.features.length
    return part.offsets.map((offset) => start + offset)
  })
  const file = (kind: string) => join(out, `${name}-${kind}.bin`)
  writeFileSync(file('labels'), Uint16Array.from(parts.flatMap(({ labels }) => labels)))
  writeFileSync(file('lengths'), Uint16Array.from(parts.flatMap(({ lengths }) => lengths)))
  writeFileSync(file('offsets'), Uint32Array.from(offsets))
  writeFileSync(file('features'), Buffer.concat(parts.map(({ features }) => bytesOf(Int32Array.from(features)))))
  writeFileSync(file('counts'), Buffer.concat(parts.map(({ counts }) => bytesOf(Uint8Array.from(counts)))))
  console.log(name, offsets.length, 'fragments', behind, 'features')
}

function bytesOf(array: Int32Array | Uint8Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength)
}

function dealt<T>(list: T[], hands: number): T[][] {
  return Array.from({ length: hands }, (_, hand) => list.filter((_item, at) => at % hands === hand))
}
