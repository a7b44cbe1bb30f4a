/**
 * What a box costs, in one run, each way in turn: a cold start against bare bubblewrap with the same walls and against
 * `podman run` with the same limits; a program in a live box against a bare spawn; files against plain files.
 *
 * node bench/sandbox.ts [--rounds N] [--json]      (the Podman rows need root, podman and runc)
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Distribution, distributionOf } from '../src/bench/distribution.ts'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { findCgroups } from '../src/sandbox/cgroup/find.ts'
import { createJail } from '../src/sandbox/jail/jail.ts'
import { startPodman } from '../test/support/podman.ts'
import { createBareStart } from './bare-bwrap.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, json: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)
const PODMAN_ROUNDS = Math.max(5, Math.ceil(rounds / 5))
const WARM_UP = 3
const FILE_BYTES = 64 * 1_048_576
const never = new AbortController().signal
const limits = {
  timeoutMs: 60_000,
  memoryMb: 512,
  cpuPercent: 100,
  processes: 64,
  openFiles: 1024,
  outputBytes: 1_000_000,
  diskMb: 300,
}
const PYTHON = ['/usr/bin/python3', '-S', '-c', 'print(1)']

let boxes = 0
const cgroups = await findCgroups()
const jail = createJail({ execPath: process.execPath, newBoxId: () => `bench${process.pid}x${boxes++}`, cgroups })
const facts = { ...machineFacts(), limitsBy: cgroups?.kind ?? 'rlimits' }
const bareStart = await createBareStart(process.execPath)
const live = await jail.create({ limits }, never)
const podman = await startPodman()
const plain = await mkdtemp('/dev/shm/anneal-bench-')
const bytes = Buffer.alloc(FILE_BYTES, 7)

type Ways = Record<string, () => Promise<void>>
const subjects: { title: string; against: string; rounds: number; ways: Ways }[] = [
  {
    title: 'cold start, until it answers',
    against: 'bare bwrap + python3 -I -S',
    rounds,
    ways: { 'bare bwrap + python3 -I -S': bareStart, 'jail.create': createAndDestroy },
  },
  {
    title: 'cold run of a Python line, everything included',
    against: 'podman run (runc), same limits',
    rounds: PODMAN_ROUNDS,
    ways: { 'podman run (runc), same limits': podmanRun, 'jail: create, exec, destroy': coldRun },
  },
  {
    title: 'a program in a live box',
    against: 'bare spawn',
    rounds,
    ways: { 'bare spawn': bareSpawn, 'sandbox.exec': async () => void (await live.sandbox.exec(['/usr/bin/true'])) },
  },
  {
    title: '64 MB written',
    against: 'plain file in memory',
    rounds: PODMAN_ROUNDS,
    ways: {
      'plain file in memory': () => writeFile(join(plain, 'a'), bytes),
      'files.write': () => live.sandbox.files.write('a', bytes),
    },
  },
  {
    title: '64 MB read',
    against: 'plain file in memory',
    rounds: PODMAN_ROUNDS,
    ways: {
      'plain file in memory': async () => void (await readFile(join(plain, 'a'))),
      'files.read': async () => void (await live.sandbox.files.read('a')),
    },
  },
]

let paused = 0
const results: Record<string, Record<string, Distribution & { ratio: number }>> = {}
for (const { title, against, rounds: count, ways } of subjects) results[title] = await measure(ways, count, against)
await live.destroy()
await podman.stop()
await rm(plain, { recursive: true })
print()

async function measure(ways: Ways, count: number, against: string) {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
  for (let round = -WARM_UP; round < count; round++) {
    for (const [way, run] of Object.entries(ways)) {
      paused = 0
      const startedAt = performance.now()
      await run()
      if (round >= 0) times[way]?.push(performance.now() - startedAt - paused)
    }
  }
  const floor = distributionOf(times[against] ?? []).p50Ms
  return Object.fromEntries(
    Object.entries(times).map(([way, list]) => [
      way,
      { ...distributionOf(list), ratio: distributionOf(list).p50Ms / floor },
    ]),
  )
}

/** Ending the box is not part of its start. */
async function createAndDestroy(): Promise<void> {
  const { destroy } = await jail.create({ limits }, never)
  const startedAt = performance.now()
  await destroy()
  paused = performance.now() - startedAt
}

async function coldRun(): Promise<void> {
  const { sandbox, destroy } = await jail.create({ limits }, never)
  let output = ''
  await sandbox.exec(PYTHON, {
    onOutput: (chunk) => {
      output += Buffer.from(chunk.bytes).toString()
    },
  })
  await destroy()
  if (output !== '1\n') throw new Error(`the box printed ${output}`)
}

async function podmanRun(): Promise<void> {
  const flags = [
    '--rm',
    '--network',
    'none',
    '--memory',
    '512m',
    '--pids-limit',
    '64',
    '--cpus',
    '1',
    '--read-only',
    '-v',
    '/usr:/usr:ro',
  ]
  const ulimits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024']
  const output = await podman.podman('run', ...flags, ...ulimits, podman.image, ...PYTHON)
  if (output !== '1\n') throw new Error(`podman printed ${output}`)
}

async function bareSpawn(): Promise<void> {
  await once(spawn('/usr/bin/true', { stdio: ['ignore', 'pipe', 'pipe'] }), 'close')
}

function print(): void {
  if (values.json) {
    console.log(JSON.stringify({ bench: 'sandbox', facts, results }, null, 2))
    return
  }
  console.log(
    `${facts.cpu}, ${facts.cores} cores, kernel ${facts.kernel}, limits by ${facts.limitsBy}, load ${facts.loadAtStart}\n`,
  )
  for (const [title, ways] of Object.entries(results)) {
    console.log(title)
    for (const [way, { n, minMs, p50Ms, p95Ms, ratio }] of Object.entries(ways)) {
      const numbers = [minMs, p50Ms, p95Ms].map((value) => value.toFixed(2).padStart(9)).join('')
      console.log(`  ${way.padEnd(34)}${numbers} ms  ${ratio.toFixed(3).padStart(8)} ×  (min p50 p95, n=${n})`)
    }
  }
}
