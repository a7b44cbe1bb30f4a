import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex, Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { agentLoader, withLength } from '../agent/load-agent.ts'
import type { Cgroup } from '../cgroup/cgroup.ts'
import { readStatus } from '../host/bubblewrap-status.ts'
import { collectComplaint } from '../host/collect-complaint.ts'
import { killOne } from '../host/kill-one.ts'
import { exitOf } from '../host/launched.ts'
import { SERVER_MARK } from '../host/sweep-orphans.ts'
import { DESCRIPTOR, type SandboxPlan, sandboxArguments } from './arguments.ts'
import { boundPlaces } from './bound-places.ts'
import type { Hull } from './hull.ts'

/** Facts that stay the same for all sandboxes of one server, but for the packages. */
export interface JailHost {
  bubblewrap: string
  python: string
  node: string
  etc: string
  /** Directory with the set of added packages that new sandboxes are shown. */
  packages?: string | undefined
  filter: Buffer
  /** The same for a sandbox whose programs may make namespaces. */
  nestedFilter: Buffer
  agent: Buffer
  /** Directory for file systems with a bound on their files; bubblewrap's own are used without it. */
  places?: string | undefined
  /** Tells the bubblewraps of this server from those of others. */
  serverMark: string
  /** Host user and group of the next sandbox; undefined when the server has no right to choose. */
  nextUser(): { uid: number; gid: number } | undefined
  /** Host user of the room in which sandboxes are forked; undefined when the server has no right to choose. */
  zygoteUser(): { uid: number; gid: number } | undefined
  /** Only for tests, which take walls away to prove that the checks notice. */
  changeWalls?(walls: string[]): string[]
}

const LOADER = agentLoader({ input: DESCRIPTOR.wire, output: DESCRIPTOR.wire }, 'code')
/** Time within which bubblewrap names the first process of the sandbox. */
const FIRST_PROCESS_MS = 2000

/** Makes a sandbox from nothing: bubblewrap, with an environment that holds only our mark, becomes the agent. */
export async function launch(host: JailHost, plan: Pick<SandboxPlan, 'limits' | 'mounts' | 'nested'>): Promise<Hull> {
  const all = sandboxArguments({ ...plan, node: host.node, etc: host.etc, packages: host.packages })
  const own = { prefix: [], walls: host.changeWalls?.(all) ?? all }
  const { prefix, walls } = host.places ? await boundPlaces(own.walls, host.places) : own
  const program = ['--args', String(DESCRIPTOR.arguments), '--', host.python, '-I', '-S', '-c', LOADER]
  const [command = '', ...rest] = [...prefix, host.bubblewrap, ...program]
  const child = spawn(command, rest, {
    env: { [SERVER_MARK]: host.serverMark },
    cwd: '/',
    // Ctrl-C at the terminal is meant for the server, which decides about its sandboxes.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    ...host.nextUser(),
  })
  const complaint = collectComplaint(child)
  const pipes = pipesOf(child)
  const [wire, list, filter, statusPipe] = [
    DESCRIPTOR.wire,
    DESCRIPTOR.arguments,
    DESCRIPTOR.filter,
    DESCRIPTOR.status,
  ].map((descriptor) => pipes[descriptor])
  // A server that has run out of descriptors gets a child without pipes.
  if (!wire || !list || !filter || !statusPipe) throw new Error('bubblewrap could not be started: no descriptors left')
  const status = readStatus(statusPipe)
  let isBuilding = false
  return {
    wire: wire as unknown as Duplex,
    exited: exitOf({ process: child }),
    exitsWhole: false,
    complaint,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    build: async (cgroup) => {
      isBuilding = true
      list.end(walls.map((argument) => `${argument}\0`).join(''))
      filter.end(plan.nested ? host.nestedFilter : host.filter)
      wire.write(withLength(host.agent))
      await join(status.childPid, cgroup)
    },
    /** Killing the sandbox's first process kills all of it; killing bubblewrap alone would leave it running. */
    kill: async () => {
      if (!isBuilding) child.kill('SIGKILL')
      const pid = await Promise.race([status.childPid, delay(FIRST_PROCESS_MS, undefined, { ref: false })])
      if (pid !== undefined && child.exitCode === null && child.signalCode === null) killOne(pid)
      child.kill('SIGKILL')
    },
  }
}

/**
 * Puts the first process into the group. This may wait for a lock of the kernel; meanwhile the agent starts, but no program of
 * a caller.
 */
async function join(childPid: Promise<number | undefined>, cgroup: Cgroup | undefined): Promise<void> {
  const pid = await childPid
  if (pid === undefined) throw new Error('bubblewrap made no first process')
  await cgroup?.add(pid)
}

/**
 * The pipes of a child. A sandbox that ends early closes its side while we still write; its exit, not that error, tells how it
 * ended.
 */
export function pipesOf(child: ChildProcess): (Readable & Writable)[] {
  const pipes = (child.stdio ?? []) as unknown as (Readable & Writable)[]
  for (const pipe of pipes) pipe?.on('error', () => {})
  return pipes
}
