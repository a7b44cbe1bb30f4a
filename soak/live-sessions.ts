/**
 * Hundreds of sandboxes that live at the same time, a Python in each: opens them, runs cells in all of them, checks answers and
 * memory, ends them, and looks for leftovers.
 *
 * node soak/live-sessions.ts [--sessions N] [--rounds N] [--at-once N]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { distributionOf } from '../src/bench/distribution.ts'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { treeMemoryMb } from '../src/bench/tree-memory.ts'
import { createEngine } from '../src/engine.ts'
import { lookForLeftovers } from './leftovers.ts'

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '4' },
    'at-once': { type: 'string', default: '8' },
  },
})
const [sessions, rounds, atOnce] = [values.sessions, values.rounds, values['at-once']].map(Number) as [
  number,
  number,
  number,
]
const USERS = 10

const facts = machineFacts()
const before = lookForLeftovers()
const home = mkdtempSync(join(tmpdir(), 'live-sessions-'))
const engine = await createEngine({
  home,
  logLevel: 'silent',
  liveSandboxes: sessions,
  liveSandboxesPerUser: Math.ceil(sessions / USERS),
})
const failures: object[] = []
const { timesMs: opening, made: live } = await inTurn(async (number) => {
  const one = await engine.createSandbox({}, { userId: `user${number % USERS}` })
  const { id } = await one.contexts.create({ language: 'python' })
  return { ...one, run: (code: string) => one.contexts.execute(id, code) }
})
console.log(`${live.length} sessions are open`)
const refusal = await engine.createSandbox({}, { userId: 'one more' }).catch((error) => error.code)
if (refusal !== 'SANDBOXES_FULL') failures.push({ what: 'one more was not refused', refusal })
const cells: Record<string, ReturnType<typeof distributionOf>> = {}
for (let round = 0; round < rounds; round++) {
  // Each value comes from the round before: state that went to another session would be seen.
  const { timesMs } = await inTurn(async (number) => {
    const code = round === 0 ? `total = ${number}; total` : 'total += 1; total'
    const { shown, status } = (await live[number]?.run(code)) ?? {}
    const answer = shown?.[0]?.data['text/plain']
    if (answer !== String(number + round)) failures.push({ number, round, status, answer })
  })
  cells[`round ${round + 1}`] = distributionOf(timesMs)
}
const memory = await treeMemoryMb()
const { timesMs: ending } = await inTurn(async (number) => live[number]?.destroy())
await engine.close()
rmSync(home, { recursive: true })
const after = lookForLeftovers()
const report = {
  soak: 'live-sessions',
  facts,
  sessions,
  atOnce,
  failures,
  memory: { ...memory, megabytesPerSession: memory.megabytes / sessions },
  opening: distributionOf(opening),
  cells,
  ending: distributionOf(ending),
  leftovers: { before, after },
}
mkdirSync('soak/results', { recursive: true })
writeFileSync('soak/results/live-sessions.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(`${rounds} cells in each, ${failures.length} failures, ${Math.round(memory.megabytes)} MB`)
const isClean = [after.processes, after.cgroups, after.directories].every((list) => list.length === 0)
process.exit(failures.length === 0 && isClean && after.mounts <= before.mounts ? 0 : 1)

/** Works on every session at this concurrency; gives the time of each. */
async function inTurn<T>(work: (number: number) => Promise<T>): Promise<{ timesMs: number[]; made: T[] }> {
  const timesMs: number[] = []
  const made: T[] = []
  let next = 0
  const lane = async () => {
    while (next < sessions) {
      const number = next++
      const startedAt = performance.now()
      made[number] = await work(number)
      timesMs.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { timesMs, made }
}
