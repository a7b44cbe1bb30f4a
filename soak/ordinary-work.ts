/**
 * Ordinary programs in fresh sandboxes, again and again, each with its exact output: not one false kill or refused call. Every
 * other one is in a pooled sandbox.
 *
 * node soak/ordinary-work.ts [--runs N] [--at-once N]
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { distributionOf } from '../src/bench/distribution.ts'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { languages } from '../src/language/languages.ts'
import { warmKinds } from '../src/pipeline/execute/warm-kinds.ts'
import { findCgroups } from '../src/sandbox/cgroup/find.ts'
import { createJail } from '../src/sandbox/jail/jail.ts'
import { createWarmJail } from '../src/sandbox/jail/pool/warm-jail.ts'
import { lookForLeftovers } from './leftovers.ts'
import { type OrdinaryProgram, ordinaryPrograms } from './programs.ts'
import { ORDINARY_LIMITS, runOrdinary } from './run-ordinary.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, 'at-once': { type: 'string', default: '2' } },
})
const runs = Number(values.runs)
const packages = [...new Set(ordinaryPrograms.flatMap((program) => program.packages ?? []))]
const installed = spawnSync('dpkg', ['-s', ...packages], { stdio: 'ignore' })
if (installed.status !== 0) {
  console.error(`✖ Missing packages. Install them: apt-get install -y ${packages.join(' ')}`)
  process.exit(1)
}

let sandboxes = 0
const parts = {
  execPath: process.execPath,
  newSandboxId: () => `soak${process.pid}x${sandboxes++}`,
  cgroups: await findCgroups(),
}
const cold = createJail(parts)
const troubles: string[] = []
const warm = createWarmJail({
  ...parts,
  limits: ORDINARY_LIMITS,
  floor: 2,
  ceiling: 8,
  kinds: warmKinds(languages),
  onTrouble: (error) => troubles.push(String(error)),
})
const facts = machineFacts()
const before = lookForLeftovers()
const failures: object[] = []
const startedFrom = { pool: 0, fork: 0, cold: 0 }
const timesMs = new Map<string, number[]>()
const startedAt = performance.now()
let next = 0
await Promise.all(Array.from({ length: Number(values['at-once']) }, worker))
const seconds = (performance.now() - startedAt) / 1000
await warm.close?.()
const after = lookForLeftovers()
const report = {
  soak: 'ordinary-work',
  facts,
  runs,
  seconds: Math.round(seconds),
  startedFrom,
  failures,
  troubles,
  leftovers: { before, after },
  byProgram: Object.fromEntries([...timesMs].map(([name, times]) => [name, distributionOf(times)])),
}
mkdirSync('soak/results', { recursive: true })
writeFileSync('soak/results/ordinary-work.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(`${runs} runs in ${Math.round(seconds)} s, ${failures.length} failures`)
const isClean = [after.processes, after.cgroups, after.directories, troubles].every((list) => list.length === 0)
process.exit(failures.length === 0 && isClean && after.mounts <= before.mounts ? 0 : 1)

async function worker(): Promise<void> {
  while (next < runs) {
    const number = next++
    const program = ordinaryPrograms[number % ordinaryPrograms.length]
    if (program) await runOne(program, number)
    if (number % 500 === 499) console.log(`${number + 1} of ${runs}, ${failures.length} failures`)
  }
}

async function runOne(program: OrdinaryProgram, number: number): Promise<void> {
  const begun = performance.now()
  // Chosen by the round, and not by the run: each program has to be seen both ways.
  const round = Math.floor(number / ordinaryPrograms.length)
  const { end, stdout, stderr, origin } = await runOrdinary(round % 2 === 0 ? cold : warm, program)
  startedFrom[origin]++
  if (end.exitCode !== 0 || stdout !== program.stdout) {
    failures.push({ number, name: program.name, end, stdout, stderr })
  }
  timesMs.set(program.name, [...(timesMs.get(program.name) ?? []), performance.now() - begun])
}
