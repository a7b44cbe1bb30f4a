import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex, Readable, Writable } from 'node:stream'
import { agentLoader, withLength } from '../agent/load-agent.ts'
import { type BoxStatus, readStatus } from '../host/bubblewrap-status.ts'
import { SERVER_MARK } from '../host/sweep-orphans.ts'
import { type BoxPlan, boxArguments, DESCRIPTOR } from './arguments.ts'

/** What never changes between two boxes of one server. */
export interface JailHost {
  bubblewrap: string
  python: string
  node: string
  etc: string
  filter: Buffer
  agent: Buffer
  /** Tells the bubblewraps of this server from those of others. */
  serverMark: string
  /** Host user and group of the next box; undefined when the server has no right to choose. */
  nextUser(): { uid: number; gid: number } | undefined
  /** Only for tests, which take walls away to prove that the checks notice. */
  changeWalls?(walls: string[]): string[]
}

export interface Launched {
  process: ChildProcess
  wire: Duplex
  status: BoxStatus
  /** Bubblewrap makes nothing before it has read its walls: it can be put into a control group first. */
  build(): void
  isBuilding(): boolean
  /** What bubblewrap itself complained about. */
  complaint(): string
}

const LOADER = agentLoader({ input: DESCRIPTOR.wire, output: DESCRIPTOR.wire }, 'code')
const COMPLAINT_CHARACTERS = 2000

/** Starts bubblewrap with an environment that holds nothing but our mark. */
export function launch(host: JailHost, plan: Omit<BoxPlan, 'node' | 'etc'>): Launched {
  const walls = boxArguments({ ...plan, node: host.node, etc: host.etc })
  const command = ['--args', String(DESCRIPTOR.arguments), '--', host.python, '-I', '-S', '-c', LOADER]
  const child = spawn(host.bubblewrap, command, {
    env: { [SERVER_MARK]: host.serverMark },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    ...host.nextUser(),
  })
  let complaint = ''
  const complain = (text: string) => {
    if (complaint.length < COMPLAINT_CHARACTERS) complaint += text
  }
  child.on('error', (error) => complain(error.message))
  const pipes = (child.stdio ?? []) as unknown as (Readable & Writable)[]
  // A box that ends early closes its side while we still write; how it ended is told by its exit, not by this.
  for (const pipe of pipes) pipe?.on('error', () => {})
  const [wire, list, filter, statusPipe] = [
    DESCRIPTOR.wire,
    DESCRIPTOR.arguments,
    DESCRIPTOR.filter,
    DESCRIPTOR.status,
  ].map((descriptor) => pipes[descriptor])
  // A server that has run out of descriptors gets a child without pipes.
  if (!wire || !list || !filter || !statusPipe) throw new Error('bubblewrap could not be started: no descriptors left')
  pipes[2]?.on('data', (bytes: Buffer) => complain(bytes.toString('latin1')))
  let isBuilding = false
  const build = () => {
    isBuilding = true
    list.end((host.changeWalls?.(walls) ?? walls).map((argument) => `${argument}\0`).join(''))
    filter.end(host.filter)
    wire.write(withLength(host.agent))
  }
  return {
    process: child,
    wire: wire as unknown as Duplex,
    status: readStatus(statusPipe),
    build,
    isBuilding: () => isBuilding,
    complaint: () => complaint,
  }
}
