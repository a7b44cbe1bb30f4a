/**
 * Counts how many broken programs the engine repairs, without a model and without knowing their tests.
 *
 * npm run bench:repair [-- --language python --half tune|measure --class NAME --limit N --at-once N --repair safe|bold --confidence N --seen FILE --prove --replay --show --write]
 */
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { machineFacts } from '../../src/bench/machine-facts.ts'
import { inLanes } from '../../src/pipeline/in-lanes.ts'
import { generateCases, type RepairCase } from './cases.ts'
import { controlsOf } from './controls.ts'
import { allFaults } from './faults/all-faults.ts'
import type { CorpusLanguage } from './faults/source.ts'
import { measureCase, measureControl } from './measure.ts'
import { readOptions } from './options.ts'
import { LANGUAGES, readPrograms } from './programs.ts'
import { openProofs } from './proofs.ts'
import { orderTable, replay } from './replay.ts'
import { controlsText, reportOf, tableOf } from './report.ts'
import { openRunner } from './runner.ts'
import { seenRepair } from './seen-repair.ts'
import { showCase } from './show.ts'

/** Most cases of one class in each half: with many classes, or slow runs, fewer of each are enough. */
const PER_CLASS: Record<CorpusLanguage, number> = { python: 6, javascript: 5, typescript: 2, bash: 5, sql: 4 }
const DOUBLES = 50

const options = readOptions(process.argv.slice(2))
const facts = machineFacts()
const runner = await openRunner(options)
const proofs = await openProofs(runner)
try {
  const languages = options.language ? [options.language] : LANGUAGES
  const cases = (await Promise.all(languages.map(casesFor))).flat()
  await proofs.save()
  console.log(`${cases.length} cases`)
  if (options.replay) await compareOrders(cases)
  else if (!options.prove) await measure(cases, languages)
} finally {
  await runner.close()
}

async function measure(cases: RepairCase[], languages: CorpusLanguage[]): Promise<void> {
  const work = async (one: RepairCase) => {
    const measured = await measureCase(runner, one)
    const { verdict, result, case: of } = measured
    const { name, language } = of.program
    const seen = seenRepair(result, { task: name, language, assertions: 0, isRight: verdict === 'repaired' })
    const isMade = verdict === 'repaired' || verdict === 'wrong'
    if (options.seen && isMade && seen) await appendFile(options.seen, `${JSON.stringify(seen)}\n`)
    return measured
  }
  const measured = await inLanes({ items: cases, lanes: options.atOnce, work })
  const controls = options.class === undefined ? await measureControls(languages) : []
  const report = reportOf(measured)
  if (options.show) for (const one of measured) if (one.verdict !== 'repaired') console.log(showCase(one))
  console.log(`${tableOf(report.classes)}\n\n${tableOf(report.totals)}`)
  if (controls.length > 0) console.log(`\n${controlsText(controls)}`)
  const troubles = controls.filter(({ trouble }) => trouble !== undefined).length
  const name = options.repair === 'safe' ? 'repair' : 'repair-bold'
  if (options.write) await writeResult({ ...report, controls: { checked: controls.length, troubles } }, name)
}

async function compareOrders(cases: RepairCase[]): Promise<void> {
  const half = (wanted: 'tune' | 'measure') => cases.filter(({ program }) => program.half === wanted)
  const orders = await replay({ tune: half('tune'), measure: half('measure') }, options.atOnce)
  console.log(orderTable(orders))
  if (options.write) await writeResult({ orders }, 'repair-replay')
}

async function casesFor(language: CorpusLanguage) {
  const { atOnce, limit } = options
  const programs = await programsFor(language)
  const works = await inLanes({ items: programs, lanes: atOnce, work: proofs.works })
  const broken = programs.filter((_, index) => !works[index])
  if (broken.length > 0) throw new Error(`does not pass its own tests: ${broken.map(({ name }) => name).join(', ')}`)
  const all = allFaults[language]
  const faults = options.class === undefined ? all : all.filter((fault) => fault.class === options.class)
  const [perClass, doubles] = [PER_CLASS[language], options.class === undefined ? DOUBLES : 0]
  const cases = await generateCases({ programs, faults, fails: proofs.fails, perClass, doubles, atOnce })
  const missing = faults.filter((fault) => !cases.some(({ classes }) => classes.includes(fault.class)))
  if (missing.length > 0) console.log(`${language}: no case of ${missing.map((fault) => fault.class).join(', ')}`)
  return cases.slice(0, limit)
}

async function programsFor(language: CorpusLanguage) {
  const programs = await readPrograms(language)
  return programs.filter(({ half }) => options.half === undefined || half === options.half)
}

async function measureControls(languages: CorpusLanguage[]) {
  const programs = (await Promise.all(languages.map(programsFor))).flat()
  const items = controlsOf(programs).slice(0, options.limit)
  return inLanes({ items, lanes: options.atOnce, work: (control) => measureControl(runner, control) })
}

async function writeResult(report: object, name = 'repair'): Promise<void> {
  const folder = new URL('../results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(3)) : value)
  const { half, language, repair } = options
  const json = JSON.stringify({ bench: name, half, language, repair, machine: facts, ...report }, rounded, 2)
  await writeFile(new URL(`${name}.json`, folder), `${json}\n`)
}
