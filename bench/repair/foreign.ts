/**
 * Counts how many programs that others wrote the engine repairs: real failures, with tests that the engine never sees.
 *
 * npm run bench:foreign -- DIR [--half tune|measure] [--confidence N] [--limit N] [--at-once N] [--seen FILE]
 *
 * DIR has files of JSON lines, one failing program each:
 *   {"task": "…", "language": "python", "kind": "raises", "code": "…", "visible": "…", "hidden": "…"}
 * `task` decides the half, so that no task is in both. `kind` names a row of the table. `hidden` is put behind the repaired program,
 * and has to end well; `gold` in its place is a program that prints what the repaired one has to print. `visible`, which may be missing,
 * is a test that the request has, or a list of them.
 */
import { existsSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { inLanes } from '../../src/pipeline/in-lanes.ts'
import { type ForeignCase, readForeign } from './foreign-cases.ts'
import { type ForeignResult, measureForeign, openForeignRunner, seenOf } from './foreign-measure.ts'
import { foreignTable } from './foreign-report.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'tune' },
    confidence: { type: 'string' },
    limit: { type: 'string' },
    'at-once': { type: 'string', default: '2' },
    seen: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
if (folder === undefined || (values.half !== 'tune' && values.half !== 'measure')) {
  console.error('✖ usage: npm run bench:foreign -- DIR [--half tune|measure] …')
  process.exit(2)
}
if (!existsSync(folder)) {
  console.error(`✖ there is no folder ${folder}; npm run bench:collect-failures makes one of fetched collections`)
  process.exit(2)
}
if (values.show && values.half !== 'tune') {
  console.error('✖ --show needs --half tune: the other half stays unseen')
  process.exit(2)
}
const cases = (await readForeign(folder, values.half)).slice(0, Number(values.limit ?? Number.POSITIVE_INFINITY))
const confidence = values.confidence === undefined ? undefined : Number(values.confidence)
const runner = await openForeignRunner({ atOnce: Number(values['at-once']), confidence })
try {
  const work = async (one: ForeignCase): Promise<ForeignResult> => {
    const result = await measureForeign(runner, one)
    const seen = seenOf(result)
    if (values.seen && seen) await appendFile(values.seen, `${JSON.stringify(seen)}\n`)
    if (values.show) console.log(`━━ ${one.task} · ${result.verdict}\n${one.code}\n${result.shown}`)
    return result
  }
  const results = await inLanes({ items: cases, lanes: Number(values['at-once']), work })
  console.log(foreignTable(results))
} finally {
  await runner.close()
}
