/**
 * Runs programs of strangers one after the other as one user, in one engine with memory and playbook and in one without, and counts the repairs of
 * those that fail, by hidden tests:
 *
 *     npm run bench:memory-stream -- FILE.jsonl… --work FOLDER [--limit 1000] [--minutes 60]
 *
 * Files are those of `npm run bench:foreign`: programs that work are part of them, as they are part of a user's day. The order is that of a hash.
 * It ends after LIMIT failing programs. FOLDER keeps the homes of both engines and every verdict, so that a stream that was ended goes on where it was.
 */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEngine } from '../../src/engine.ts'
import { type ForeignCase, readCases } from '../repair/foreign-cases.ts'
import { type ForeignVerdict, measureForeign } from '../repair/foreign-measure.ts'
import { hashOf } from '../repair/random.ts'
import { type SeenPair, summaryOf } from './stream-summary.ts'

const TIMEOUT_MS = 10_000
const PROGRESS_EVERY = 20
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '600' },
    work: { type: 'string', default: '' },
  },
})
if (positionals.length === 0 || values.work === '') {
  console.error('✖ usage: node bench/memory/stream.ts FILE.jsonl… --work FOLDER [--limit N] [--minutes N]')
  process.exit(2)
}

async function streamOf(files: readonly string[]): Promise<ForeignCase[]> {
  return (await Promise.all(files.map(readCases)))
    .flat()
    .map((one) => ({ one, order: hashOf(`stream ${one.task} ${one.code}`) }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one)
}

async function openHome(name: string, isOn: boolean) {
  const home = join(values.work, name)
  return createEngine({ home, logLevel: 'silent', timeoutMs: TIMEOUT_MS, memory: isOn, playbook: isOn })
}
type Engine = Awaited<ReturnType<typeof openHome>>

/** Hidden tests run in the engine without memory: they are no part of the user's day, and nothing is learnt from them. */
async function measure(engine: Engine, judge: Engine, one: ForeignCase) {
  const runner = {
    run: async (request: Parameters<Engine['run']>[0]) =>
      (await (request.options?.attempts === 1 ? judge : engine).run(request)).result,
    close: async () => undefined,
  }
  const { verdict, run } = await measureForeign(runner, one)
  const [block] = run.blocks
  const { strategy: by, confidence } = block?.suggestion ?? block?.attempts.at(-1) ?? {}
  const tried = [...(block?.attempts ?? []).flatMap((each) => each.tried ?? []), ...(block?.stopped?.tried ?? [])]
  const known = tried
    .filter(({ strategy }) => strategy.startsWith('memory/'))
    .map(({ outcome, detail }) => `${outcome} ${detail ?? ''}`)
  return { verdict, ...(verdict !== 'fine' && { by, confidence, known }) }
}

await mkdir(values.work, { recursive: true })
const log = join(values.work, 'seen.jsonl')
const seen: SeenPair[] = (await readFile(log, 'utf8').catch(() => ''))
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as SeenPair)
const cases = await streamOf(positionals)
const [off, on] = [await openHome('off', false), await openHome('on', true)]
const until = Date.now() + Number(values.minutes) * 60_000
try {
  for (const one of cases.slice(seen.length)) {
    if (Date.now() > until || seen.filter(({ off }) => off.verdict !== 'fine').length >= Number(values.limit)) break
    const withMemory = await measure(on, off, one)
    await on.learning.feedback.settle()
    // A program that ends well at once does so in both.
    const without = withMemory.verdict === 'fine' ? { verdict: 'fine' as ForeignVerdict } : await measure(off, off, one)
    const pair: SeenPair = { task: one.task, language: one.language, kind: one.kind, off: without, on: withMemory }
    seen.push(pair)
    await appendFile(log, `${JSON.stringify(pair)}\n`)
    if (seen.length % PROGRESS_EVERY === 0)
      console.log(`${seen.length}/${cases.length}`, JSON.stringify(summaryOf(seen).all))
  }
} finally {
  await Promise.all([off.close(), on.close()])
}
const results = { measuredAt: new Date().toISOString(), ...summaryOf(seen) }
await writeFile(new URL('../results/memory-stream.json', import.meta.url), `${JSON.stringify(results, undefined, 2)}\n`)
console.log(JSON.stringify(results, undefined, 2))
