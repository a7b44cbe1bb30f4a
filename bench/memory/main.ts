/**
 * Measures code memory into bench/results/memory.json:
 *
 *     npm run bench:memory -- MIRRORS --functions PAIRS.jsonl --clones SOLUTIONS.jsonl
 *
 * MIRRORS has the fetched repository Jun-jie-Huang+CoCLR/repo. PAIRS.jsonl is written by `bench/memory/table/collect-pairs.py`. SOLUTIONS.jsonl has programs that passed
 * the tests of their task, as `bench:foreign` reads them (samples of microsoft/CodeT, for example): {"task": "…", "language": "python", "code": "…"}.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readWordVectors } from '../../src/memory/search/word-vectors.ts'
import { cloneScores, type Solution } from './clones.ts'
import { ranksOfBm25, ranksOfIndex, readCosqa } from './questions.ts'
import { measureSpeed } from './speed.ts'

const MOST_FUNCTIONS = 100_000
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { functions: { type: 'string', default: '' }, clones: { type: 'string', default: '' } },
})
const [mirrors = ''] = positionals
for (const [path, way] of [
  [
    `${mirrors}/Jun-jie-Huang+CoCLR/repo`,
    'fetch github:Jun-jie-Huang/CoCLR as a bare repository into MIRRORS/Jun-jie-Huang+CoCLR/repo',
  ],
  [values.functions, 'write --functions PAIRS.jsonl with bench/memory/table/collect-pairs.py'],
  [
    values.clones,
    'give --clones SOLUTIONS.jsonl: passing samples of microsoft/CodeT, one JSON object with task, language and code in a line',
  ],
] as const) {
  if (existsSync(path)) continue
  console.error(`✖ ${path || 'a path'} is not there: ${way}`)
  process.exit(2)
}
const linesOf = <T>(path: string, most: number): T[] =>
  readFileSync(path, 'utf8')
    .split('\n', most)
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

const table = readWordVectors(
  new Uint8Array(readFileSync(new URL('../../src/memory/search/word-vectors.bin', import.meta.url))),
)
const [dev, test] = [readCosqa(mirrors, 'dev'), readCosqa(mirrors, 'test')]
const results = {
  measuredAt: new Date().toISOString(),
  cosqa: {
    test: { plainBm25: ranksOfBm25(test), withoutTable: ranksOfIndex(test), withTable: ranksOfIndex(test, table) },
    dev: { plainBm25: ranksOfBm25(dev), withoutTable: ranksOfIndex(dev), withTable: ranksOfIndex(dev, table) },
  },
  clones: cloneScores(linesOf<Solution>(values.clones, Number.MAX_SAFE_INTEGER), table),
  speed: measureSpeed(
    linesOf<{ code: string; doc: string }>(values.functions, MOST_FUNCTIONS),
    test.questions.map(({ doc }) => doc),
    table,
  ),
}
writeFileSync(new URL('../results/memory.json', import.meta.url), `${JSON.stringify(results, undefined, 2)}\n`)
console.log(JSON.stringify(results, undefined, 2))
