/**
 * Runs the search for wrong values on programs of others, and judges each find by the tests that it has not seen.
 *
 * node bench/repair/finds.ts DIR FINDS.jsonl [--half tune|measure] [--limit N]
 */
import { appendFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { preparePythonSearch } from '../../src/pipeline/correct/values/python/prepare-python-search.ts'
import { readSearched } from '../../src/pipeline/correct/values/searched-values.ts'
import { inLanes } from '../../src/pipeline/in-lanes.ts'
import { endingsOf } from './collect/try-python.ts'
import { type ForeignCase, readForeign } from './foreign-cases.ts'
import { openForeignRunner } from './foreign-measure.ts'

const BUDGET_MS = 2000
const MOST_MS = 20_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { half: { type: 'string', default: 'tune' }, limit: { type: 'string' } },
})
const [folder, file] = positionals
if (folder === undefined || file === undefined || (values.half !== 'tune' && values.half !== 'measure')) {
  console.error('✖ usage: node bench/repair/finds.ts DIR FINDS.jsonl [--half tune|measure] [--limit N]')
  process.exit(2)
}
const cases = (await readForeign(folder, values.half)).slice(0, Number(values.limit ?? Number.POSITIVE_INFINITY))
const runner = await openForeignRunner({ atOnce: 2, confidence: undefined })
try {
  const work = async ({ task, code, visible, hidden, language }: ForeignCase) => {
    const tests = [visible ?? []].flat().map((test) => ({ code: test }))
    const wanted = { code, tests, budgetMs: BUDGET_MS }
    const search = language === 'python' && (await preparePythonSearch(wanted, new AbortController().signal))
    if (!search) return
    const options = { attempts: 1, limits: { timeoutMs: MOST_MS } }
    const { blocks } = await runner.run({ language, ...search, options })
    const searched = readSearched(blocks[0]?.attempts[0]?.stdout ?? '')
    if (!searched?.found.length) return
    const endings = await endingsOf(
      runner,
      searched.found.map((each) => `${each.code}\n${hidden ?? ''}\n`),
    )
    const isRight = endings.map((ending) => ending === '')
    await appendFile(file, `${JSON.stringify({ task, code, searched, isRight })}\n`)
  }
  await inLanes({ items: cases, lanes: 2, work })
} finally {
  await runner.close()
}
