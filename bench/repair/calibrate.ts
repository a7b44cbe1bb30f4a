/**
 * Fits the confidence in repairs to repairs that were measured, and writes `src/pipeline/correct/confidence-table.ts`.
 *
 * node bench/repair/calibrate.ts SEEN.jsonl… [--only PREFIX] [--check SEEN.jsonl] [--write]
 *
 * The files come from `--seen` of both benches, made with `--confidence 0` on the half that may be tuned on. Each file is a collection,
 * and all count alike, however many repairs each has: nobody knows which of them users' programs resemble. `--check` prints how well
 * the fitted confidence fits repairs of the other half. `--only` fits the strategies whose ids begin so, and leaves the rest of the table
 * as it is: a strategy can be added without the repairs of all others.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { confidenceOf, furtherFaults } from '../../src/pipeline/correct/confidence.ts'
import { CONFIDENCE } from '../../src/pipeline/correct/confidence-table.ts'
import type { ConfidenceWeights } from '../../src/pipeline/correct/confidence-weights.ts'
import { featuresOf, type RepairFeatures } from '../../src/pipeline/correct/repair-features.ts'
import { fitLogistic } from './fit-logistic.ts'
import type { SeenRepair } from './seen-repair.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'string', multiple: true },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

/**
 * A fit begins here, and stays here where nothing was seen: cautious. Of repairs that passed one or two visible assertions of strangers'
 * tests, two thirds were right by hidden ones (24 of 37).
 */
const GUESS: Omit<ConfidenceWeights, 'evidence'> & { evidence: Record<string, number> } = {
  ...{ base: 1.5, strategies: {}, languages: {} },
  evidence: { tests: 0.5, 'few-tests': -1.2, output: 1, ran: 1, silent: -0.5, unreached: -2 },
  ...{ doubted: -4, chained: -0.5, failedBefore: -0.2, rivals: -0.1 },
}
const CAUTIOUS = 4
/** Steps of the descent that fits the weights of a few strategies. */
const STEPS = 300
const RATE = 10
const RIDGE = 0.5

const seen = await readSeen(positionals)
const table = values.only === undefined ? tableFor(seen) : fitOnly(seen, values.only)
console.log(`fitted to ${seen.length} repairs, ${seen.filter(({ isRight }) => isRight).length} of them right`)
console.log(bands(seen, table))
if (values.check) {
  const others = await readSeen(values.check)
  console.log(`\nchecked with ${others.length} others`)
  console.log(bands(others, table))
}
if (values.write) {
  const file = new URL('../../src/pipeline/correct/confidence-table.ts', import.meta.url)
  await writeFile(file, sourceOf(table))
}

interface Weighed extends Pick<SeenRepair, 'isRight'> {
  features: RepairFeatures
  /** How much the repair counts; 1 on average. */
  weight: number
}

async function readSeen(files: readonly string[]): Promise<Weighed[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const collections = texts.map((text) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line): SeenRepair => JSON.parse(line)),
  )
  const average = collections.flat().length / collections.length
  return collections.flatMap((list) =>
    list.map(({ seen, isRight }) => ({ features: featuresOf(seen), isRight, weight: average / list.length })),
  )
}

function tableFor(repairs: Weighed[]): ConfidenceWeights {
  const strategies = [...new Set(repairs.flatMap(({ features }) => features.strategies))].sort()
  const evidences = ['tests', 'few-tests', 'output', 'ran', 'silent', 'unreached']
  const languages = [...new Set(repairs.map(({ features }) => features.language))].sort()
  const rows = repairs.map(({ features, isRight, weight }) => ({
    ...{ isRight, weight },
    inputs: [
      1,
      ...strategies.map((id) => (features.strategies.includes(id) ? 1 / features.strategies.length : 0)),
      ...evidences.map((each) => Number(features.evidence === each)),
      ...languages.map((each) => Number(features.language === each)),
      Number(features.isDoubted),
      furtherFaults(features),
      Math.log(1 + features.failedBefore),
      Math.log(1 + features.rivals),
    ],
  }))
  const guesses = [
    GUESS.base,
    ...strategies.map(() => 0),
    ...evidences.map((each) => GUESS.evidence[each] ?? 0),
    ...languages.map(() => 0),
    ...[GUESS.doubted, GUESS.chained, GUESS.failedBefore, GUESS.rivals],
  ]
  // More steps, more failures and more rivals never make a change likelier, whatever a small sample says.
  const weights = fitLogistic(rows, guesses).map((weight, index) =>
    index >= guesses.length - CAUTIOUS ? Math.min(weight, 0) : weight,
  )
  let at = 0
  const next = (): number => Number((weights[at++] ?? 0).toFixed(2))
  const named = (names: string[]) => Object.fromEntries(names.map((name) => [name, next()]))
  return {
    base: next(),
    strategies: named(strategies),
    evidence: named(evidences),
    languages: named(languages),
    doubted: next(),
    chained: next(),
    failedBefore: next(),
    rivals: next(),
  }
}

/** The present table with other weights for some strategies. */
function fitOnly(repairs: Weighed[], prefix: string): ConfidenceWeights {
  const strategies: Record<string, number> = { ...CONFIDENCE.strategies }
  const ids = [...new Set(repairs.flatMap(({ features }) => features.strategies))].filter((id) => id.startsWith(prefix))
  const own = repairs.filter(({ features }) => features.strategies.some((id) => ids.includes(id)))
  for (let step = 0; step < STEPS; step++) {
    const slopes = new Map(ids.map((id) => [id, RIDGE * (strategies[id] ?? 0)]))
    for (const { features, isRight, weight } of own) {
      const error = weight * (confidenceOf(features, { ...CONFIDENCE, strategies }) - Number(isRight))
      for (const id of features.strategies)
        if (slopes.has(id)) slopes.set(id, (slopes.get(id) ?? 0) + error / features.strategies.length)
    }
    for (const [id, slope] of slopes) strategies[id] = (strategies[id] ?? 0) - (RATE * slope) / own.length
  }
  const rounded = Object.entries(strategies).map(([id, weight]) => [id, Number(weight.toFixed(2))] as const)
  return { ...CONFIDENCE, strategies: Object.fromEntries(rounded.sort(([one], [other]) => one.localeCompare(other))) }
}

/** Said and true shares, by tenths of confidence. */
function bands(repairs: Weighed[], fitted: ConfidenceWeights): string {
  const judged = repairs.map(({ features, isRight }) => ({ isRight, said: confidenceOf(features, fitted) }))
  const groups = Map.groupBy(judged, ({ said }) => Math.min(9, Math.floor(said * 10)))
  const lines = [...groups]
    .sort(([one], [other]) => one - other)
    .map(([tenth, list]) => {
      const said = list.reduce((sum, each) => sum + each.said, 0) / list.length
      const right = list.filter((each) => each.isRight).length
      const share = ((100 * right) / list.length).toFixed(0)
      return `${tenth * 10}–${tenth * 10 + 10} %: said ${(100 * said).toFixed(0)} %, right ${share} % (${right} of ${list.length})`
    })
  return lines.join('\n')
}

function sourceOf(fitted: ConfidenceWeights): string {
  const body = JSON.stringify(fitted, null, 2)
    .replace(/^( *)"([A-Za-z]+)":/gm, '$1$2:')
    .replaceAll('"', "'")
    .replace(/([^{[,])\n/g, '$1,\n')
  return [
    "import type { ConfidenceWeights } from './confidence-weights.ts'",
    '',
    '/** Made by `bench/repair/calibrate.ts` from measured repairs: change the bench, not this file. */',
    `export const CONFIDENCE: ConfidenceWeights = ${body}`,
    '',
  ].join('\n')
}
