/**
 * Makes cases for `bench:foreign` of fetched public collections: failing programs with tests. The collections are fetched for measuring,
 * and are no part of this repository.
 *
 * npm run bench:collect-failures -- MIRRORS FOLDER [COLLECTOR…]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { openMirror } from '../../guard/collect/mirror.ts'
import { openForeignRunner } from '../foreign-measure.ts'
import { workingBash } from './bash.ts'
import { sqlOfBird } from './bird.ts'
import type { Collector } from './collector.ts'
import { failingJavaScript, workingJavaScript } from './javascript.ts'
import { debugBench, debuggerSeeds, modelsInPython } from './python.ts'
import { brokenPython } from './python-broken.ts'
import { classesOfModels } from './python-classes.ts'
import { humanEvalFix, quixBugs, studentsInPython } from './python-students.ts'
import { slips } from './slips.ts'
import { sqlOfDialects, sqlOfModels } from './sql.ts'

const COLLECTORS: Readonly<Record<string, Collector>> = {
  debugbench: debugBench,
  'models-python': modelsInPython,
  'debugger-seeds': debuggerSeeds,
  'broken-python': brokenPython,
  'students-python': studentsInPython,
  quixbugs: quixBugs,
  humanevalfix: humanEvalFix,
  'classes-python': classesOfModels,
  'failing-javascript': failingJavaScript,
  'working-javascript': workingJavaScript,
  'working-bash': workingBash,
  'sql-models': sqlOfModels,
  'sql-dialects': sqlOfDialects,
  'sql-bird': sqlOfBird,
  slips,
}

const [mirrors, folder, ...names] = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(COLLECTORS, name))
if (mirrors === undefined || folder === undefined || unknown !== undefined) {
  if (unknown !== undefined)
    console.error(`✖ there is no collector "${unknown}"; there are ${Object.keys(COLLECTORS).join(', ')}`)
  console.error('✖ usage: npm run bench:collect-failures -- MIRRORS FOLDER [COLLECTOR…]')
  process.exit(2)
}

const runner = await openForeignRunner({ atOnce: 2, confidence: undefined })
try {
  for (const [name, collect] of Object.entries(COLLECTORS)) {
    if (names.length > 0 && !names.includes(name)) continue
    for (const { set, cases } of await collect({ mirror: (repository) => openMirror(mirrors, repository), runner })) {
      mkdirSync(`${folder}/${set}`, { recursive: true })
      writeFileSync(`${folder}/${set}/${name}.jsonl`, cases.map((one) => `${JSON.stringify(one)}\n`).join(''))
      console.log(`${set.padEnd(40)} ${cases.length}`)
    }
  }
} finally {
  await runner.close()
}
