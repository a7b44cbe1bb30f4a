/**
 * Costs of work in a live sandbox, each way in turn: a program against a bare spawn, files against plain files in memory.
 *
 * node bench/sandbox.ts [--rounds N]      prints JSON
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { takeTurns, timed, type Way } from '../src/bench/take-turns.ts'
import { usualLimits } from '../src/bench/usual-limits.ts'
import { createEngine } from '../src/engine.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } })
const rounds = Number(values.rounds)
const FILE_BYTES = 64 * 1_048_576
const DISK_MB = 300
const never = new AbortController().signal

const facts = machineFacts()
const home = await mkdtemp(join(tmpdir(), 'anneal-bench-'))
const plain = await mkdtemp('/dev/shm/anneal-bench-')
const engine = await createEngine({ home, logLevel: 'silent' })
const limits = { ...usualLimits(engine.config), diskMb: DISK_MB }
const { sandbox, limitsBy, destroy } = await engine.sandbox.create({ limits }, never)
const bytes = Buffer.alloc(FILE_BYTES, 7)
const file = join(plain, 'a')

const way = (name: string, action: () => Promise<unknown>): Way => ({ name, once: () => timed(action) })
const inMemory = 'plain file in memory'
const subjects: { title: string; ways: Way[] }[] = [
  {
    title: 'a program in a live sandbox',
    ways: [way('bare spawn', bareSpawn), way('sandbox.exec', () => sandbox.exec(['/usr/bin/true']))],
  },
  {
    title: '64 MB written',
    ways: [way(inMemory, () => writeFile(file, bytes)), way('files.write', () => sandbox.files.write('a', bytes))],
  },
  {
    title: '64 MB read',
    ways: [way(inMemory, () => readFile(file)), way('files.read', () => sandbox.files.read('a'))],
  },
]
const sections = []
for (const { title, ways } of subjects) {
  const against = ways[0]?.name ?? ''
  const rows = await takeTurns({ ways, rounds, budgetMs: 10_000, against, signal: never })
  sections.push({ title, against, rows })
}
await destroy()
await engine.close()
await Promise.all([home, plain].map((directory) => rm(directory, { recursive: true })))
const machine = { ...facts, sandbox: engine.sandbox.name, limitsBy }
console.log(JSON.stringify({ bench: 'sandbox', rounds, machine, sections }, null, 2))

async function bareSpawn(): Promise<void> {
  await once(spawn('/usr/bin/true', { stdio: ['ignore', 'pipe', 'pipe'] }), 'close')
}
