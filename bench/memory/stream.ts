/**
 * Runs failing programs one after the other as one user, with memory and playbook and without, and counts the repairs of each half:
 *
 *     node bench/memory/stream.ts FILE.jsonl… [--limit 1000]
 *
 * Files are those of `npm run bench:foreign`. The order is that of a hash, the same in both passes.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEngine } from '../../src/engine.ts'
import { type ForeignCase, readCases } from '../repair/foreign-cases.ts'
import { measureForeign } from '../repair/foreign-measure.ts'
import { hashOf } from '../repair/random.ts'
import { wilson } from '../repair/wilson.ts'

const TIMEOUT_MS = 10_000
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string', default: '1000' } },
})
if (positionals.length === 0) {
  console.error('✖ usage: node bench/memory/stream.ts FILE.jsonl… [--limit N], with files of bench:foreign')
  process.exit(2)
}
const all = (await Promise.all(positionals.map(readCases))).flat()
const cases = all
  .map((one) => ({ one, order: hashOf(`stream ${one.task} ${one.code}`) }))
  .sort((a, b) => a.order - b.order)
  .slice(0, Number(values.limit))
  .map(({ one }) => one)

interface Seen {
  language: string
  verdict: string
}

/** One pass over the stream; feedback is learnt from before the next program comes. */
async function pass(cases: readonly ForeignCase[], isOn: boolean): Promise<Seen[]> {
  const home = await mkdtemp(join(tmpdir(), 'anneal-stream-'))
  const engine = await createEngine({ home, logLevel: 'silent', timeoutMs: TIMEOUT_MS, memory: isOn, playbook: isOn })
  const runner = {
    run: async (request: Parameters<typeof engine.run>[0]) => (await engine.run(request)).result,
    close: () => engine.close(),
  }
  const seen: Seen[] = []
  try {
    for (const one of cases) {
      const { verdict } = await measureForeign(runner, one)
      if (isOn) await engine.learning.feedback.settle()
      seen.push({ language: one.language, verdict })
    }
  } finally {
    await engine.close()
    await rm(home, { recursive: true })
  }
  return seen
}

function repairedOf(seen: readonly Seen[]) {
  const failed = seen.filter(({ verdict }) => verdict !== 'fine')
  const passed = failed.filter(({ verdict }) => verdict === 'passed').length
  const wrong = failed.filter(({ verdict }) => verdict === 'wrong').length
  return { failed: failed.length, passed, wrong, interval: wilson(passed, failed.length) }
}

function summaryOf(seen: Seen[]) {
  const second = seen.slice(Math.floor(seen.length / 2))
  const languages = Object.entries(Object.groupBy(second, ({ language }) => language))
  return {
    firstHalf: repairedOf(seen.slice(0, Math.floor(seen.length / 2))),
    secondHalf: repairedOf(second),
    secondHalfByLanguage: Object.fromEntries(languages.map(([language, list = []]) => [language, repairedOf(list)])),
  }
}

const results = {
  measuredAt: new Date().toISOString(),
  programs: cases.length,
  off: summaryOf(await pass(cases, false)),
  on: summaryOf(await pass(cases, true)),
}
await writeFile(new URL('../results/memory-stream.json', import.meta.url), `${JSON.stringify(results, undefined, 2)}\n`)
console.log(JSON.stringify(results, undefined, 2))
