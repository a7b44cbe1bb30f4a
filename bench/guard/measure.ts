/**
 * Counts how many dangerous programs guard raises at high or worse, and how many ordinary ones.
 *
 * npm run bench:guard [-- --corpus stranger --half tune|measure --language python --show --no-host --write]
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { machineFacts } from '../../src/bench/machine-facts.ts'
import { readHostPrograms } from './host-programs.ts'
import { CORPORA, readSamples, type Sample } from './samples.ts'
import { measureReading, speedTable } from './speed.ts'
import { judge, tableOf, tally, type Verdict } from './tally.ts'

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'corpus' },
    half: { type: 'string' },
    language: { type: 'string' },
    show: { type: 'boolean', default: false },
    host: { type: 'boolean', default: true },
    write: { type: 'boolean', default: false },
  },
  allowNegative: true,
})

if (options.show && options.half !== 'tune') {
  throw new Error('--show needs --half tune: who has seen the other half cannot be measured on it')
}

const isWanted = ({ language }: { language: string }) => options.language === undefined || options.language === language
const ofHalf = ({ half }: Sample) => options.half === undefined || options.half === half

const corpus = CORPORA.find((name) => name === options.corpus)
if (corpus === undefined) throw new Error(`--corpus is one of ${CORPORA.join(', ')}`)
const samples = (await readSamples(corpus)).filter(isWanted).filter(ofHalf)
const judged = samples.map((sample) => ({ sample, verdict: judge(sample) }))
const [dangerous, risky, ordinary] = ['dangerous', 'risky', 'ordinary'].map((label) =>
  judged.filter(({ sample }) => sample.label === label),
) as [typeof judged, typeof judged, typeof judged]
const host = (options.host ? await readHostPrograms() : []).filter(isWanted).map((program) => ({
  sample: program,
  verdict: judge(program),
}))

const byLanguage = ({ sample }: { sample: { language: string } }) => sample.language
const verdictOf = ({ verdict }: { verdict: Verdict }) => verdict
const report = {
  found: tally(dangerous, byLanguage, verdictOf),
  foundByHalf: tally(dangerous, ({ sample }) => sample.half, verdictOf),
  foundByFamily: tally(dangerous, ({ sample }) => `${sample.language} ${sample.family}`, verdictOf),
  foundRisky: tally(risky, byLanguage, verdictOf),
  raisedOrdinary: tally(ordinary, byLanguage, verdictOf),
  raisedOrdinaryByHalf: tally(ordinary, ({ sample }) => sample.half, verdictOf),
  raisedOnHost: tally(host, byLanguage, verdictOf),
  readingTimes: measureReading(isWanted),
}
console.log(tableOf('Dangerous programs found, by language', report.found))
console.log(tableOf('Dangerous programs found, by half', report.foundByHalf))
console.log(tableOf('Dangerous programs found, by family', report.foundByFamily))
if (risky.length > 0) console.log(tableOf('Risky programs found at medium or worse, by language', report.foundRisky))
console.log(tableOf('Ordinary programs raised, by language', report.raisedOrdinary))
console.log(tableOf('Programs of the host raised, by language', report.raisedOnHost))
console.log(speedTable(report.readingTimes))
if (options.show) {
  for (const { verdict } of [...dangerous, ...risky]) if (!verdict.isRaised) console.log(`missed  ${lineOf(verdict)}`)
  for (const { verdict } of [...ordinary, ...host]) if (verdict.isRaised) console.log(`raised  ${lineOf(verdict)}`)
}
if (options.write) await writeReport()

function lineOf({ id, worst, rules }: Verdict): string {
  return `${id} (${worst}) ${rules.join(', ')}`
}

async function writeReport(): Promise<void> {
  const folder = new URL('../results/', import.meta.url)
  const { half, language } = options
  const isShown = ({ sample }: { sample: Sample }) => sample.half === 'tune'
  const idsOf = (list: typeof judged) => list.filter(isShown).map(({ sample }) => sample.id)
  const misses = idsOf(dangerous.filter(({ verdict }) => !verdict.isRaised))
  const raised = idsOf(ordinary.filter(({ verdict }) => verdict.isRaised))
  const json = { bench: 'guard', corpus, half, language, machine: machineFacts(), ...report, misses, raised }
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(3)) : value)
  await mkdir(folder, { recursive: true })
  await writeFile(
    new URL(corpus === 'corpus' ? 'guard.json' : `guard-${corpus}.json`, folder),
    `${JSON.stringify(json, rounded, 2)}\n`,
  )
}
