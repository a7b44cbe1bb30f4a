import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Distribution } from '../distribution.ts'
import type { SameWalls } from '../same-walls.ts'

const run = promisify(execFile)
const COMPILERS = ['/usr/bin/cc', '/usr/bin/gcc', '/usr/bin/clang', '/usr/local/bin/cc']
const SOURCES = ['floor.c', 'walls.c'].map((name) => fileURLToPath(new URL(name, import.meta.url)))
const milliseconds = (nanoseconds: number): number => nanoseconds / 1e6

export interface Floor {
  /** One sandbox: milliseconds to the first byte from inside, and until nothing of it is left to wait for. */
  once(): Promise<{ toByteMs: number; toEndMs: number }>
  /** Sandboxes per second at this concurrency, and the time of each to its end. */
  rate(inFlight: number, durationMs: number): Promise<Distribution & { perSecond: number }>
  /** Runs a program behind the walls and gives its output, for a look at the walls. */
  look(command: string[]): Promise<string>
  close(): Promise<void>
}

/** Compiles the floor and keeps it running, so that it can take its turns with the other ways. */
export async function openFloor(walls: SameWalls, directory: string): Promise<Floor> {
  const binary = join(directory, 'floor')
  const filter = join(directory, 'filter')
  await run(await findCompiler(), ['-O2', '-o', binary, ...SOURCES])
  await writeFile(filter, walls.filter)
  const uid = walls.nextUser()?.uid ?? process.getuid?.() ?? 0
  const parameters = [String(uid), walls.etc, walls.node, filter, String(walls.diskBytes)]
  const look = async (command: string[]) =>
    (await run(binary, [...parameters, ...command], { env: {}, cwd: '/' })).stdout
  // Checks that these walls can be built here before anything is measured.
  await look(['/usr/bin/true'])

  // A process group of its own: Ctrl-C is for the bench, which then closes its input.
  const child = spawn(binary, parameters, { env: {}, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (command: string): Promise<number[]> => {
    child.stdin.write(`${command}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error('the floor ended early')
    return value.split(' ').map(Number)
  }
  return {
    once: async () => {
      const [toByteMs = Number.NaN, toEndMs = Number.NaN] = (await ask('once')).map(milliseconds)
      return { toByteMs, toEndMs }
    },
    rate: async (inFlight, durationMs) => {
      const [n = 0, ...times] = await ask(`rate ${inFlight} ${Math.round(durationMs)}`)
      const [elapsedMs = Number.NaN, ...quantiles] = times.map(milliseconds)
      const [minMs = Number.NaN, p50Ms = Number.NaN, p95Ms = Number.NaN, maxMs = Number.NaN] = quantiles
      return { n, minMs, p50Ms, p95Ms, maxMs, perSecond: (n / elapsedMs) * 1000 }
    },
    look,
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}

async function findCompiler(): Promise<string> {
  for (const path of COMPILERS) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  throw new Error('there is no C compiler; install one: apt-get install -y gcc libc6-dev')
}
