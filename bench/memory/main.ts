/**
 * Measures code memory into bench/results/memory.json:
 *
 *     npm run bench:memory -- MIRRORS --functions PAIRS.jsonl --clones SOLUTIONS.jsonl
 *
 * MIRRORS has the fetched repositories Jun-jie-Huang+CoCLR/repo and zorazrw+multilingual-conala/repo. The search was chosen by their parts `dev` alone. PAIRS.jsonl is written by `bench/memory/table/collect-pairs.py`. SOLUTIONS.jsonl has programs that passed
 * the tests of their task, whose name is that of its function, as `bench:foreign` reads them (samples of microsoft/CodeT, for example): {"task": "…", "language": "python", "code": "…"}.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readWordVectors } from '../../src/memory/search/word-vectors.ts'
import { cloneScores, type Solution } from './clones.ts'
import { type QuestionSet, ranksOfBm25, ranksOfIndex, readConala, readCosqa } from './questions.ts'
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
  [
    `${mirrors}/zorazrw+multilingual-conala/repo`,
    'fetch github:zorazrw/multilingual-conala as a bare repository into MIRRORS/zorazrw+multilingual-conala/repo',
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
const scoresOf = (set: QuestionSet) => ({
  questions: set.questions.length,
  plainBm25: ranksOfBm25(set),
  withoutTable: ranksOfIndex(set),
  withTable: ranksOfIndex(set, table),
})
const test = readCosqa(mirrors, 'test')
const results = {
  measuredAt: new Date().toISOString(),
  cosqa: { test: scoresOf(test), dev: scoresOf(readCosqa(mirrors, 'dev')) },
  conala: { test: scoresOf(readConala(mirrors, 'test')), dev: scoresOf(readConala(mirrors, 'dev')) },
  clones: await cloneScores(linesOf<Solution>(values.clones, Number.MAX_SAFE_INTEGER), table),
  speed: measureSpeed(
    linesOf<{ code: string; doc: string }>(values.functions, MOST_FUNCTIONS),
    test.questions.map(({ text }) => text),
    table,
  ),
}
writeFileSync(new URL('../results/memory.json', import.meta.url), `${JSON.stringify(results, undefined, 2)}\n`)
console.log(JSON.stringify(results, undefined, 2))
