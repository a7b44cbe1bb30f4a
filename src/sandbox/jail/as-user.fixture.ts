import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { unsteadyTries } from '../checks/steadily.ts'
import { cacheDirectory } from '../host/cache.ts'
import { reachableNode } from '../host/node-binary.ts'
import { asAccount } from './account.fixture.ts'

export interface Outcome {
  id: string
  problem: string | null
  uid: number
  /** Inconclusive tries. */
  unsteady: unknown[]
}

/** The outcome of a check; publishes its inconclusive tries for the list of unsteady tests. */
export function outcomeOf(outcomes: Map<string, Outcome>, id: string): Omit<Outcome, 'unsteady'> | undefined {
  const { unsteady = [], ...outcome } = outcomes.get(id) ?? {}
  for (const said of unsteady) unsteadyTries.publish(said)
  return outcome as Outcome
}

/** Users that are given to the one who runs checks of systems; far from real ones. */
const FIRST_SUB_ID = 1_930_000_000
const SOURCES = new URL('../../', import.meta.url).pathname

export interface RunAs {
  uid: number
  /** Sandboxes made from nothing, or from a pool, or whole systems. */
  start: 'cold' | 'warm' | 'system'
  /** Checks to run; all by default. */
  ids?: string[]
}

/** Runs the checks of the jail in a process of another user, from a copy of the program that this user may read. */
export async function runChecksAs({ uid, start, ids = [] }: RunAs): Promise<Map<string, Outcome>> {
  const home = await mkdtemp(join(tmpdir(), 'anneal-as-user-'))
  try {
    await copyProgram(home)
    const node = await reachableNode(process.execPath, await cacheDirectory(process.getuid?.() === 0))
    const main = join(home, 'src/sandbox/jail/run-checks.fixture.ts')
    const account = { uid, name: `anneal-${uid}`, home, firstSubId: FIRST_SUB_ID }
    const prefix = start === 'system' ? await asAccount(account, home) : []
    const [command = '', ...rest] = [...prefix, node, '--no-warnings', main, start, ...ids]
    const child = spawn(command, rest, {
      cwd: home,
      env: { TMPDIR: join(home, 'tmp'), HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(start !== 'system' && { uid, gid: uid }),
    })
    const [lines, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    if (child.exitCode !== 0) throw new Error(`the checks ended early: ${complaint}`)
    const outcomes = lines.trim().split('\n')
    return new Map(outcomes.map((line) => JSON.parse(line) as Outcome).map((outcome) => [outcome.id, outcome]))
  } finally {
    await rm(home, { recursive: true, force: true })
    await rm(`/var/tmp/anneal-${uid}`, { recursive: true, force: true })
  }
}

/** Copies the sources that the sandbox needs, since the repository may lie where only its owner can go. */
async function copyProgram(home: string): Promise<void> {
  for (const folder of ['contract', 'sandbox']) {
    await cp(join(SOURCES, folder), join(home, 'src', folder), { recursive: true })
  }
  const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'))
  await cp(zod, join(home, 'node_modules/zod'), { recursive: true, dereference: true })
  await writeFile(join(home, 'package.json'), '{"type": "module"}')
  await mkdir(join(home, 'tmp'))
  await chmod(join(home, 'tmp'), 0o1777)
  await chmod(home, 0o755)
}
