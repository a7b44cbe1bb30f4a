/**
 * Threads that compile WebAssembly come and go as the server's do: the soak tells whether the process survives, and its memory
 * afterwards. Each way of compiling is soaked in a process of its own: `node soak/webassembly-threads.ts [rounds]`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createReading } from '../src/pipeline/reading/reading-jobs.ts'

const WAYS: Record<string, string[]> = {
  'as V8 does it': [],
  'without freeing code': ['--no-wasm-code-gc'],
  'compiled once': ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
  'compiled once, without freeing code': ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--no-wasm-code-gc'],
}
const POOLS_AT_ONCE = 2
const PROGRAM =
  'import os\ndef f(a, b=[]):\n    for x in range(9):\n        print(f"{a} {x}", os.path.join("a", str(x)))\n'.repeat(
    20,
  )

const [rounds = '20', isChild] = process.argv.slice(2)
if (isChild) await soak(Number(rounds))
else await measure()

async function soak(count: number): Promise<void> {
  for (let round = 0; round < count; round++) await Promise.all(Array.from({ length: POOLS_AT_ONCE }, useAndEnd))
  process.stdout.write(String(Math.round(residentMb())))
}

/**
 * Runs a thread that reads Python and PostgreSQL, both in WebAssembly, until V8 has optimized the hot code; then the thread
 * ends.
 */
async function useAndEnd(): Promise<void> {
  const reading = createReading()
  const given = { budgetMs: 5_000 }
  for (let time = 0; time < 15; time++) {
    await reading.ask('guard', { language: 'python', code: `${PROGRAM}# ${time}\n` }, given)
    await reading.ask('syntax', { language: 'postgres', code: `select ${time} from t where a = 'b'` }, given)
  }
  await reading.close()
}

function residentMb(): number {
  const [, kilobytes = '0'] = /^Rss:\s+(\d+)/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function measure(): Promise<void> {
  const script = fileURLToPath(import.meta.url)
  const results = Object.entries(WAYS).map(([way, flags]) => {
    const startedAt = performance.now()
    const { status, signal, stdout } = spawnSync(process.execPath, [...flags, script, rounds, 'child'], {
      encoding: 'utf8',
    })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const result = {
      way,
      flags,
      threads: Number(rounds) * POOLS_AT_ONCE,
      status,
      signal,
      residentMb: Number(stdout),
      seconds,
    }
    console.log(JSON.stringify(result))
    return result
  })
  const folder = new URL('results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL('webassembly-threads.json', folder), `${JSON.stringify({ results }, null, 2)}\n`)
}
