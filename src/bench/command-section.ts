import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchSection } from '../contract/bench.ts'
import { createBareBwrap } from './bare-bwrap.ts'
import { type CpuMeter, openCpuMeter } from './cpu-meter.ts'
import type { Parts } from './open-parts.ts'
import { findPrograms } from './programs.ts'
import { findWalls } from './same-walls.ts'
import { takeTurns, type Way } from './take-turns.ts'

/** The sources and the built package lie equally deep, so the same path finds the command of both. */
const COMMAND = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url))
/** The flags of Node in the first line of the command, which is where they are chosen. */
export const NODE_FLAGS = readFileSync(COMMAND, 'utf8').split('\n')[0]?.match(/--\S+/g) ?? []
const BUDGET_MS = 60_000
const MOST_ROUNDS = 20
const NODE = 'node -e 0'

/** Measures the processor time of a whole command that runs one line, sandbox included, against a bare Node and a bare sandbox. */
export async function* measureCommand({ signal, ...parts }: Parts, rounds: number): AsyncGenerator<BenchSection> {
  const home = await mkdtemp(join(tmpdir(), 'anneal-command-'))
  const meter = await openCpuMeter()
  try {
    const program = join(home, 'one.py')
    await writeFile(program, 'print(42)\n')
    const env = { ...parts.env, ANNEAL_HOME: home, ANNEAL_SERVER: '' }
    const run = [...NODE_FLAGS, COMMAND, 'run', '--quiet', program]
    const ways = [
      { name: NODE, once: counted(meter, { parameters: ['-e', '0'], env }) },
      await bareWay(meter),
      { name: 'anneal run, to its first output', once: counted(meter, { parameters: run, env, isFirstOutput: true }) },
      { name: 'anneal run, to its end', once: counted(meter, { parameters: run, env }) },
    ]
    const turns = { ways, rounds: Math.min(rounds, MOST_ROUNDS), budgetMs: BUDGET_MS, against: NODE, signal }
    yield { id: 'command', title: 'One command: processor time', against: NODE, rows: await takeTurns(turns) }
  } finally {
    await meter.close()
    await rm(home, { recursive: true, force: true })
  }
}

export interface Counted {
  parameters: string[]
  env: NodeJS.ProcessEnv
  /** Counts until something is printed, and waits for the end uncounted. */
  isFirstOutput?: boolean
}

/** Gives a way that starts a Node with these parameters; everything that it starts counts. */
export const counted =
  ({ readMs }: CpuMeter, { parameters, env, isFirstOutput = false }: Counted) =>
  async (): Promise<number> => {
    const before = await readMs()
    const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const ended = once(child, 'exit')
    let atOutput: Promise<number> | undefined
    child.stdout.on('data', () => {
      atOutput ??= readMs()
    })
    const [code] = await ended
    if (code !== 0) throw new Error(`node ${parameters.join(' ')} ended with ${code}`)
    return (await (isFirstOutput ? (atOutput ?? readMs()) : readMs())) - before
  }

/** A sandbox with the same walls, and a Python in it, with nothing of ours. */
export async function bareWay({ readMs }: CpuMeter): Promise<Way> {
  const bare = createBareBwrap(await findWalls())
  const python = (await findPrograms()).find(({ language }) => language.id === 'python')
  if (!python) throw new Error('python is missing: install it')
  const once = async () => {
    const before = await readMs()
    await bare.run(python)
    return (await readMs()) - before
  }
  return { name: 'bare bwrap and python', once }
}
