/**
 * A server under load whose processes are killed at random moments: the server itself, bubblewrap, agents, programs.
 * After each death of the server a new one starts on the same data; in the end nothing may be left of any of them,
 * and every run that was acknowledged must be there.
 *
 * node soak/random-kills.ts [--minutes N]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { makeKey } from '../src/engine.ts'
import { ApiError, createClient } from '../src/sdk/sdk.ts'
import { lookForLeftovers } from './leftovers.ts'
import { ordinaryPrograms } from './programs.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const until = Date.now() + Number(values.minutes) * 60_000
const CLIENTS = 4
const LEASE_MS = 1000

const home = await mkdtemp(join(tmpdir(), 'anneal-soak-'))
const apiKey = makeKey(randomBytes)
const port = await freePort()
const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey, retries: 0 })
const facts = machineFacts()
const before = lookForLeftovers()
const counts = { serverKills: 0, boxKills: 0, runs: 0, ok: 0, ended: 0, broken: 0, mixedUp: 0 }
const acknowledged: { runId: string; stdout: string }[] = []

let server = await startServer()
const clients = Array.from({ length: CLIENTS }, keepRunning)
while (Date.now() < until) {
  await sleep(randomInt(50, 1500))
  if (randomInt(10) === 0) await killServer()
  else killOneOf(server.pid ?? 0)
}
await Promise.all(clients)
const lost = await countLost()
server.kill('SIGTERM')
await once(server, 'exit')
await sleep(2000)
const after = lookForLeftovers()
await rm(home, { recursive: true })

const left = {
  processes: after.processes.filter((pid) => !before.processes.includes(pid)),
  cgroups: after.cgroups.filter((path) => !before.cgroups.includes(path)),
  mounts: after.mounts - before.mounts,
  directories: after.directories.filter((name) => !before.directories.includes(name)),
  descriptors: after.descriptors - before.descriptors,
}
const report = {
  soak: 'random-kills',
  facts,
  minutes: Number(values.minutes),
  counts,
  acknowledged: acknowledged.length,
  lost,
  left,
}
mkdirSync('soak/results', { recursive: true })
writeFileSync('soak/results/random-kills.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(JSON.stringify(report, null, 2))
const isClean = left.processes.length + left.cgroups.length + left.directories.length === 0 && left.mounts <= 0
process.exit(isClean && lost === 0 && counts.mixedUp === 0 ? 0 : 1)

async function keepRunning(): Promise<void> {
  const quick = ordinaryPrograms.filter((program) => !program.packages)
  while (Date.now() < until) {
    const program = quick[randomInt(quick.length)]
    if (!program) return
    counts.runs++
    try {
      const result = await client.run({ language: program.language, code: program.code })
      if (result.outcome !== 'ok') counts.ended++
      else if (result.blocks[0]?.attempts[0]?.stdout !== program.stdout) counts.mixedUp++
      else {
        counts.ok++
        acknowledged.push({ runId: result.runId, stdout: program.stdout })
      }
    } catch {
      counts.broken++
      await sleep(200)
    }
  }
}

/** What a client was told must be what the store says, after every crash. */
async function countLost(): Promise<number> {
  let missing = 0
  for (const { runId, stdout } of acknowledged) {
    const run = await client.runs.get(runId).catch(missingOrThrow)
    if (run?.outcome !== 'ok' || run.blocks[0]?.attempts[0]?.stdout !== stdout) missing++
  }
  return missing
}

/** Only "there is no such run" is a loss; a question that failed for another reason is a fault of this soak. */
function missingOrThrow(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'RUN_NOT_FOUND') return undefined
  throw error
}

async function startServer(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['bin/anneal.js', 'serve', '--port', String(port)], {
    env: {
      ...process.env,
      ANNEAL_HOME: home,
      ANNEAL_API_KEY: apiKey,
      ANNEAL_LOG_LEVEL: 'silent',
      ANNEAL_LEASE_MS: String(LEASE_MS),
      // Asking for every acknowledged run again, in the end, must not be refused as too fast.
      ANNEAL_RATE_PER_SECOND: '100000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.stdout.resume()
  return child
}

async function killServer(): Promise<void> {
  counts.serverKills++
  server.kill('SIGKILL')
  await once(server, 'exit')
  server = await startServer()
}

/** Any process below the server: bubblewrap, an agent, or something a program started. */
function killOneOf(root: number): void {
  const family = descendantsOf(root)
  const victim = family[randomInt(Math.max(1, family.length))]
  if (victim === undefined) return
  counts.boxKills++
  try {
    process.kill(victim, 'SIGKILL')
  } catch {
    // It was faster.
  }
}

function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === root || (parent > 1 && isBelow(parent)))
  }
  return [...parents.keys()].filter(isBelow)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return free
}
