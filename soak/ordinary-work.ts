/**
 * Ordinary programs in fresh boxes, again and again, each with its exact output: not one false kill or refused call.
 *
 * node soak/ordinary-work.ts [--runs N] [--at-once N]
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { distributionOf } from '../bench/distribution.ts'
import { machineFacts } from '../bench/machine.ts'
import { findLanguage } from '../src/language/language.ts'
import { languages } from '../src/language/languages.ts'
import { layDown } from '../src/pipeline/execute/lay-down.ts'
import { findCgroups } from '../src/sandbox/cgroup/find.ts'
import { createJail } from '../src/sandbox/jail/jail.ts'
import { lookForLeftovers } from './leftovers.ts'
import { type OrdinaryProgram, ordinaryPrograms } from './programs.ts'

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

let boxes = 0
const jail = createJail({
  execPath: process.execPath,
  newBoxId: () => `soak${process.pid}x${boxes++}`,
  cgroups: await findCgroups(),
})
const limits = {
  timeoutMs: 60_000,
  memoryMb: 512,
  cpuPercent: 100,
  processes: 64,
  openFiles: 1024,
  outputBytes: 1_000_000,
  diskMb: 100,
}
const facts = machineFacts()
const before = lookForLeftovers()
const failures: object[] = []
const timesMs = new Map<string, number[]>()
const startedAt = performance.now()
let next = 0
await Promise.all(Array.from({ length: Number(values['at-once']) }, worker))
const seconds = (performance.now() - startedAt) / 1000
const after = lookForLeftovers()
const report = {
  soak: 'ordinary-work',
  facts,
  runs,
  seconds: Math.round(seconds),
  failures,
  leftovers: { before, after },
  byProgram: Object.fromEntries([...timesMs].map(([name, times]) => [name, distributionOf(times)])),
}
mkdirSync('soak/results', { recursive: true })
writeFileSync('soak/results/ordinary-work.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(`${runs} runs in ${Math.round(seconds)} s, ${failures.length} failures`)
process.exit(
  failures.length === 0 && after.processes.length === 0 && after.cgroups.length <= before.cgroups.length ? 0 : 1,
)

async function worker(): Promise<void> {
  while (next < runs) {
    const number = next++
    const program = ordinaryPrograms[number % ordinaryPrograms.length]
    if (program) await runOne(program, number)
    if (number % 500 === 499) console.log(`${number + 1} of ${runs}, ${failures.length} failures`)
  }
}

async function runOne(program: OrdinaryProgram, number: number): Promise<void> {
  const language = findLanguage(languages, program.language)
  if (!language) throw new Error(`no language ${program.language}`)
  const begun = performance.now()
  const { sandbox, destroy } = await jail.create({ limits }, new AbortController().signal)
  const out = { stdout: '', stderr: '' }
  try {
    await layDown(new Map([[language.fileName, program.code]]), language, sandbox)
    const end = await sandbox.exec(language.command, {
      onOutput: ({ stream, bytes }) => {
        out[stream] += Buffer.from(bytes).toString()
      },
    })
    if (end.exitCode !== 0 || out.stdout !== program.stdout) failures.push({ number, name: program.name, end, ...out })
  } finally {
    await destroy()
  }
  timesMs.set(program.name, [...(timesMs.get(program.name) ?? []), performance.now() - begun])
}
