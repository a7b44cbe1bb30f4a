import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { ExecOptions, Program } from '../sandbox.ts'
import { boxArguments, boxCommand, DESCRIPTOR } from './arguments.ts'

/** What never changes between two boxes of one server. */
export interface JailHost {
  bubblewrap: string
  node: string
  filter: Buffer
  /** Host user and group of the next box; undefined when the server has no right to choose. */
  nextUser(): { uid: number; gid: number } | undefined
}

export interface Launched {
  process: ChildProcess
  stdout: Readable
  stderr: Readable
  /** JSON lines: the box's first process when it exists, its exit code when the program really ran. */
  status: Readable
}

/** Starts bubblewrap with an empty environment: what it was started with can be read inside as /proc/1/environ. */
export function launch(host: JailHost, program: Program, { limits }: Pick<ExecOptions, 'limits'>): Launched {
  const files = [...program.files]
  const walls = boxArguments({ limits, files: program.files.keys(), node: host.node })
  const command = ['--args', String(DESCRIPTOR.arguments), '--', ...boxCommand(program, limits)]
  const child = spawn(host.bubblewrap, command, {
    env: {},
    cwd: '/',
    stdio: Array.from({ length: DESCRIPTOR.firstFile + files.length }, () => 'pipe' as const),
    ...host.nextUser(),
  })
  const pipes = child.stdio as unknown as (Readable & Writable)[]
  const end = (descriptor: number, bytes: Uint8Array | string) => {
    const pipe = pipeAt(pipes, descriptor)
    // A box that ends early closes its side while we still write; how it ended is told by its exit, not by this.
    pipe.on('error', () => {})
    pipe.end(bytes)
  }
  end(0, program.input)
  end(DESCRIPTOR.arguments, walls.map((argument) => `${argument}\0`).join(''))
  end(DESCRIPTOR.filter, host.filter)
  files.forEach(([, bytes], index) => {
    end(DESCRIPTOR.firstFile + index, bytes)
  })
  const [stdout, stderr, status] = [pipeAt(pipes, 1), pipeAt(pipes, 2), pipeAt(pipes, DESCRIPTOR.status)]
  for (const stream of [stdout, stderr, status]) stream.on('error', () => {})
  return { process: child, stdout, stderr, status }
}

function pipeAt<P>(pipes: P[], descriptor: number): P {
  const pipe = pipes[descriptor]
  if (!pipe) throw new Error(`no pipe at descriptor ${descriptor}`)
  return pipe
}
