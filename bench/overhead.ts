/**
 * What our own layers cost: one run of a one-line program through the library and through HTTP, against the bare
 * bubblewrap spawn of the same program. The ways take turns, so that noise of the machine falls on all of them alike.
 *
 * node bench/overhead.ts [--rounds N] [--json]
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Distribution, distributionOf } from '../src/bench/distribution.ts'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { createEngine, loadConfig, makeKey } from '../src/engine.ts'
import { findLanguage } from '../src/language/language.ts'
import { languages } from '../src/language/languages.ts'
import { createClient } from '../src/sdk/sdk.ts'
import { createBareBwrap } from './bare-bwrap.ts'

const WARM_UP = 3
const programs = [
  { id: 'bash', code: 'echo 42' },
  { id: 'python', code: 'print(42)' },
  { id: 'javascript', code: 'console.log(42)' },
]
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, json: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)

const home = await mkdtemp(join(tmpdir(), 'anneal-bench-'))
const apiKey = makeKey(randomBytes)
const env = { ANNEAL_HOME: join(home, 'library'), ANNEAL_LOG_LEVEL: 'silent' }
const engine = await createEngine(loadConfig({ env, userHome: home, readFile: () => undefined }))
const server = await startServer()
const client = createClient({ baseUrl: server.url, apiKey })
const bare = await createBareBwrap(process.execPath)

const facts = machineFacts()
const results: Record<string, Record<string, Distribution & { timesBare: number }>> = {}
for (const { id, code } of programs) {
  const language = findLanguage(languages, id)
  if (!language) throw new Error(`no language ${id}`)
  const ways: Record<string, () => Promise<string | undefined>> = {
    'bare bwrap': () => bare(language, code),
    library: async () => stdoutOf(await (await engine.run({ code, language: id }, { userId: 'bench' })).result),
    'HTTP (SDK, own process)': async () => stdoutOf(await client.run({ code, language: id })),
  }
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [way, run] of Object.entries(ways)) {
      const startedAt = performance.now()
      const output = await run()
      if (output !== '42\n') throw new Error(`${way} printed ${JSON.stringify(output)}`)
      if (round >= 0) times[way]?.push(performance.now() - startedAt)
    }
  }
  const floor = distributionOf(times['bare bwrap'] ?? []).p50Ms
  results[id] = Object.fromEntries(
    Object.entries(times).map(([way, list]) => [
      way,
      { ...distributionOf(list), timesBare: distributionOf(list).p50Ms / floor },
    ]),
  )
}
await engine.close()
await server.stop()
await rm(home, { recursive: true, force: true })
print()

function stdoutOf(result: { blocks: { attempts: { stdout: string }[] }[] }): string | undefined {
  return result.blocks[0]?.attempts[0]?.stdout
}

async function startServer() {
  const port = await freePort()
  const child = spawn(process.execPath, ['bin/anneal.js', 'serve', '--port', String(port)], {
    env: { ...process.env, ANNEAL_HOME: join(home, 'server'), ANNEAL_API_KEY: apiKey, ANNEAL_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

function print() {
  if (values.json) return console.log(JSON.stringify({ bench: 'overhead', rounds, facts, results }, null, 2))
  console.log(
    `${facts.cpu}, ${facts.cores} cores, kernel ${facts.kernel}, Node ${facts.node}, load ${facts.loadAtStart}, ${rounds} rounds in turn\n`,
  )
  console.log(row(['', 'min ms', 'p50 ms', 'p95 ms', '× bare (p50)']))
  for (const [language, ways] of Object.entries(results)) {
    console.log(`\n${language}`)
    for (const [way, { minMs, p50Ms, p95Ms, timesBare }] of Object.entries(ways)) {
      console.log(row([`  ${way}`, ...[minMs, p50Ms, p95Ms, timesBare].map((value) => value.toFixed(2))]))
    }
  }
}

function row([name = '', ...cells]: string[]): string {
  return name.padEnd(28) + cells.map((cell) => cell.padStart(13)).join('')
}
