/**
 * Counts how many programs of public collections guard raises at medium or worse. The collections are fetched for measuring and are
 * no part of this repository: a folder of `COLLECTION/CLASS/LANGUAGE/NAME`, one program per file.
 *
 * npm run bench:collections -- FOLDER [--half tune|measure] [--class core] [--language go] [--show] [--write]
 */
import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { machineFacts } from '../../src/bench/machine-facts.ts'
import { rank } from '../../src/pipeline/guard/find-dangers.ts'
import { guards } from '../../src/pipeline/guard/guards.ts'
import { readDangers } from '../../src/pipeline/guard/read-dangers.ts'
import { hashOf } from '../repair/random.ts'
import { wilson } from '../repair/wilson.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string' },
    class: { type: 'string' },
    language: { type: 'string' },
    show: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
if (folder === undefined) throw new Error('name the folder that holds the collections')
if (options.show && options.half !== 'tune') {
  throw new Error('--show needs --half tune: who has seen the other half cannot be measured on it')
}

const programs = globSync('*/*/*/*', { cwd: folder })
  .sort()
  .map((path) => {
    const [collection = '', kind = '', language = ''] = path.split('/')
    // The half is told by the name alone, so that a new program moves no other one to the other half.
    return {
      path,
      collection,
      kind,
      language,
      half: hashOf(`anneal-collections-1 ${path}`) % 2 === 0 ? 'tune' : 'measure',
    }
  })
  .filter(({ half }) => options.half === undefined || half === options.half)
  .filter(({ kind }) => options.class === undefined || kind === options.class)
  .filter(({ language }) => options.language === undefined || language === options.language)

const judged = programs.map((program) => {
  const code = readFileSync(`${folder}/${program.path}`, 'utf8')
  const { findings } = readDangers({ code, language: program.language }, guards, {})
  const raised = findings.filter(({ severity }) => rank(severity) >= rank('medium'))
  return {
    ...program,
    findings,
    isRaised: raised.length > 0,
    isGrave: raised.some(({ severity }) => rank(severity) >= rank('high')),
  }
})

const rows = (nameOf: (program: (typeof judged)[number]) => string) =>
  [...Map.groupBy(judged, nameOf)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, list]) => {
      const raised = list.filter(({ isRaised }) => isRaised).length
      const [low, high] = wilson(raised, list.length)
      const grave = list.filter(({ isGrave }) => isGrave).length
      return { name, programs: list.length, raised, share: raised / list.length, low, high, grave }
    })
const report = {
  byCollection: rows(({ half, kind, collection }) => `${half} ${kind} ${collection}`),
  byLanguage: rows(({ half, kind, language }) => `${half} ${kind} ${language}`),
  byClass: rows(({ half, kind }) => `${half} ${kind}`),
}
for (const table of Object.values(report)) {
  console.log()
  for (const { name, programs, raised, share, low, high, grave } of table) {
    const percent = (part: number) => (100 * part).toFixed(1).padStart(5)
    console.log(
      `${name.padEnd(40)} ${String(raised).padStart(4)} of ${String(programs).padStart(4)} ${percent(share)} % (${percent(low)} –${percent(high)}), high or worse ${grave}`,
    )
  }
}
if (options.show) {
  for (const { path, findings, isRaised } of judged) {
    const told = [...new Set(findings.map(({ rule, severity }) => `${rule} ${severity}`))].slice(0, 5)
    console.log(`${isRaised ? 'raised' : 'missed'}  ${path}  ${told.join(', ')}`)
  }
}
if (options.write) {
  const json = { bench: 'guard-collections', machine: machineFacts(), ...report }
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(3)) : value)
  await writeFile(
    new URL('../results/guard-collections.json', import.meta.url),
    `${JSON.stringify(json, rounded, 2)}\n`,
  )
}
