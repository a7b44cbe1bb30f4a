/**
 * Fits the confidence in finds of the search for wrong values, and writes `src/pipeline/correct/values/find-weights.ts`.
 *
 * node bench/repair/calibrate-finds.ts FINDS.jsonl… [--write]
 *
 * The files come from `bench/repair/finds.ts`, of the half that may be tuned on; all count alike, however many finds each has. Said and
 * true shares are printed for weights that were fitted to the other tasks.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { smallestFirst } from '../../src/pipeline/correct/values/correct-by-values.ts'
import { findConfidence } from '../../src/pipeline/correct/values/find-confidence.ts'
import { findFeatures } from '../../src/pipeline/correct/values/find-features.ts'
import type { SearchedValues } from '../../src/pipeline/correct/values/searched-values.ts'
import { fitLogistic } from './fit-logistic.ts'
import { hashOf } from './random.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})

interface Judged {
  task: string
  searched: SearchedValues
  first: SearchedValues['found'][number]
  isRight: boolean
  weight: number
}
interface Line {
  task: string
  code: string
  searched: SearchedValues
  isRight: boolean[]
}

/** A fit begins here, and stays here where nothing was seen. */
const GUESSES: Readonly<Record<string, number>> = { rivals: -1, margin: 0.5, raising: -1, second: -1.5 }
/** These never make a find likelier, and those never less likely, whatever a small sample says. */
const AGAINST = ['rivals', 'raising', 'second']
const FOR = ['bits', 'checks', 'margin']
const FOLDS = 5

const judged = await readJudged(positionals)
const names = [...new Set(judged.flatMap(({ searched, first }) => Object.keys(findFeatures(searched, first))))].sort()
const weights = weightsFor(judged)
console.log(`fitted to ${judged.length} finds, ${judged.filter(({ isRight }) => isRight).length} of them right`)
console.log(weights)
const unseen = Array.from({ length: FOLDS }, (_, fold) => {
  const isIn = ({ task }: Judged) => hashOf(task) % FOLDS === fold
  const others = weightsFor(judged.filter((each) => !isIn(each)))
  return judged.filter(isIn).map((each) => ({ ...each, said: findConfidence(each.searched, each.first, others) }))
}).flat()
for (const least of [0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0]) {
  const said = unseen.filter((each) => each.said >= least)
  console.log(`said ${least} or more: ${said.filter(({ isRight }) => isRight).length} of ${said.length} right`)
}
if (values.write) {
  const file = new URL('../../src/pipeline/correct/values/find-weights.ts', import.meta.url)
  await writeFile(file, sourceOf(weights))
}

async function readJudged(files: readonly string[]): Promise<Judged[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const collections = texts.map((text) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line): Line => JSON.parse(line)),
  )
  const average = collections.flat().length / collections.length
  return collections.flatMap((list) =>
    list.flatMap(({ task, code, searched, isRight }) => {
      const [first] = smallestFirst(searched.found, code)
      const place = first ? searched.found.indexOf(first) : -1
      return first ? [{ task, searched, first, isRight: isRight[place] === true, weight: average / list.length }] : []
    }),
  )
}

function weightsFor(all: readonly Judged[]): Record<string, number> {
  const rows = all.map(({ searched, first, isRight, weight }) => {
    const features = findFeatures(searched, first)
    return { isRight, weight, inputs: [1, ...names.map((name) => features[name] ?? 0)] }
  })
  const [base = 0, ...fitted] = fitLogistic(rows, [0, ...names.map((name) => GUESSES[name] ?? 0)])
  const bounded = (name: string, weight: number): number =>
    AGAINST.includes(name) ? Math.min(0, weight) : FOR.includes(name) ? Math.max(0, weight) : weight
  const rounded = [
    ['base', base] as const,
    ...names.map((name, index) => [name, bounded(name, fitted[index] ?? 0)] as const),
  ]
  return Object.fromEntries(rounded.map(([name, weight]) => [name, Number(weight.toFixed(2))]))
}

function sourceOf(fitted: Record<string, number>): string {
  return [
    '/** Made by `bench/repair/calibrate-finds.ts` from measured finds: change the bench, not this file. */',
    'export const FIND_WEIGHTS: Readonly<Record<string, number>> = {',
    ...Object.entries(fitted).map(([name, weight]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: ${weight},`),
    '}',
    '',
  ].join('\n')
}
