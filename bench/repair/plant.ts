/**
 * Makes failing programs of strangers' working ones, for `bench/repair/foreign.ts`.
 *
 * npm run bench:plant -- WORKING.jsonl CASES.jsonl [--per-program N] [--two]
 *
 * WORKING.jsonl has cases as `foreign.ts` reads them, whose `code` works; `kind` names where they come from. Each program gets faults of a few
 * classes of its language that a rule can know the repair of, chosen by the seed, each proved to fail. With `--two` it gets two at once.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { inLanes } from '../../src/pipeline/in-lanes.ts'
import { candidatesOf } from './cases.ts'
import { allFaults } from './faults/all-faults.ts'
import type { Fault } from './faults/fault.ts'
import type { CorpusLanguage } from './faults/source.ts'
import { type ForeignCase, readCases } from './foreign-cases.ts'
import { type ForeignRunner, openForeignRunner, passes, requestOf } from './foreign-measure.ts'
import { SEED } from './programs.ts'
import { randomOf } from './random.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'per-program': { type: 'string', default: '2' }, two: { type: 'boolean', default: false } },
})
const [from, to] = positionals
if (from === undefined || to === undefined) {
  console.error('✖ usage: npm run bench:plant -- WORKING.jsonl CASES.jsonl [--per-program N] [--two]')
  process.exit(2)
}
const LANES = 2
const runner = await openForeignRunner({ atOnce: LANES, confidence: undefined })
try {
  const working = await readCases(from)
  const made = await inLanes({ items: working, lanes: LANES, work: (one) => plantedIn(runner, one) })
  await writeFile(
    to,
    made
      .flat()
      .map((one) => `${JSON.stringify(one)}\n`)
      .join(''),
  )
  console.log(`${made.flat().length} cases of ${working.length} programs`)
} finally {
  await runner.close()
}

async function plantedIn(engine: ForeignRunner, one: ForeignCase): Promise<ForeignCase[]> {
  if (!(await passes(engine, one, one.code))) return []
  const language = one.language as CorpusLanguage
  const faults = allFaults[language].filter(({ isMechanical }) => isMechanical)
  const found: ForeignCase[] = []
  for (const fault of randomOf(`${SEED} plant ${one.task}`).shuffle(faults)) {
    if (found.length === Number(values['per-program'])) break
    const code = firstOf(one, one.code, fault)
    const second = values.two && code !== undefined ? anotherIn(one, code, fault.class) : code
    if (second === undefined || !(await fails(engine, one, second))) continue
    found.push({ ...one, code: second, kind: `${one.kind}, ${values.two ? 'two faults' : 'one fault'}` })
  }
  return found
}

function firstOf({ language, task }: ForeignCase, code: string, fault: Fault): string | undefined {
  const program = { language: language as CorpusLanguage, name: task, half: 'tune' as const, code, tests: [] }
  return candidatesOf(program, fault)[0]?.code
}

function anotherIn(one: ForeignCase, code: string, first: string): string | undefined {
  const faults = allFaults[one.language as CorpusLanguage].filter((each) => each.isMechanical && each.class !== first)
  const [second] = randomOf(`${SEED} plant two ${one.task} ${first}`).shuffle(faults)
  return second && firstOf(one, code, second)
}

/** A program that calls nothing fails in the tests of its request alone. */
async function fails(engine: ForeignRunner, one: ForeignCase, code: string): Promise<boolean> {
  const { outcome, blocks } = await engine.run({ ...requestOf(one), code, options: { attempts: 1 } })
  return outcome !== 'ok' && blocks[0]?.attempts.at(-1)?.endedBy === 'exit'
}
