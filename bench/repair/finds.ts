/**
 * Runs the search for wrong values on programs of others, and tells how many finds of each confidence pass the tests that it has not seen.
 *
 * npm run bench:finds -- DIR [--half tune|measure] [--limit N]
 */
import { parseArgs } from 'node:util'
import { smallestFirst } from '../../src/pipeline/correct/values/correct-by-values.ts'
import { preparePythonSearch } from '../../src/pipeline/correct/values/python/prepare-python-search.ts'
import { readSearched } from '../../src/pipeline/correct/values/searched-values.ts'
import { valueConfidence } from '../../src/pipeline/correct/values/value-confidence.ts'
import { inLanes } from '../../src/pipeline/in-lanes.ts'
import { type ForeignCase, readForeign } from './foreign-cases.ts'
import { openForeignRunner, passes } from './foreign-measure.ts'

const BUDGET_MS = 2000
const MOST_MS = 20_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { half: { type: 'string', default: 'tune' }, limit: { type: 'string' } },
})
const [folder] = positionals
if (folder === undefined || (values.half !== 'tune' && values.half !== 'measure')) {
  console.error('✖ usage: npm run bench:finds -- DIR [--half tune|measure] [--limit N]')
  process.exit(2)
}
const cases = (await readForeign(folder, values.half))
  .filter(({ language }) => language === 'python')
  .slice(0, Number(values.limit ?? Number.POSITIVE_INFINITY))
const runner = await openForeignRunner({ atOnce: 2, confidence: undefined })
try {
  const judged = (await inLanes({ items: cases, lanes: 2, work: judge })).filter((each) => each !== undefined)
  const classes = [...Map.groupBy(judged, ({ name }) => name)].sort(([one], [other]) => one.localeCompare(other))
  console.log(`${cases.length} programs, ${judged.length} with a find`)
  for (const [name, list] of classes)
    console.log(`${name}: ${list.filter(({ isRight }) => isRight).length} of ${list.length} right`)
} finally {
  await runner.close()
}

async function judge(one: ForeignCase): Promise<{ name: string; isRight: boolean } | undefined> {
  const { code, visible, language } = one
  const tests = [visible ?? []].flat().map((test) => ({ code: test }))
  const search = await preparePythonSearch({ code, tests, budgetMs: BUDGET_MS }, new AbortController().signal)
  if (!search) return undefined
  const options = { attempts: 1, limits: { timeoutMs: MOST_MS } }
  const { blocks } = await runner.run({ language, ...search, options })
  const searched = readSearched(blocks[0]?.attempts[0]?.stdout ?? '')
  const [first] = smallestFirst(searched?.found ?? [], code)
  if (!searched || !first) return undefined
  const how = searched.raised === '' ? 'gave a wrong value' : 'raised'
  const name = `${how}, ${searched.checks} checks, said ${valueConfidence(searched, first)}`
  return { name, isRight: await passes(runner, one, first.code) }
}
