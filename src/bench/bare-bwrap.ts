import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { WORKSPACE } from '../sandbox/sandbox.ts'
import { SANDBOX_ENVIRONMENT } from '../sandbox/sandbox-environment.ts'
import type { BenchProgram } from './programs.ts'
import type { SameWalls } from './same-walls.ts'

/** Descriptor of the program, after those that the walls name. */
const PROGRAM = 7
const SIGN_OF_LIFE = 'import os; os.write(1, b"!")'

export interface BareBwrap {
  /** Milliseconds until an interpreter behind the walls gives its first byte. */
  start(): Promise<number>
  /** Milliseconds until a program has ended and its whole output is here. */
  run(program: BenchProgram): Promise<number>
}

/** Bubblewrap with the same walls and the same interpreter, spawned without any of our code around it. */
export function createBareBwrap(walls: SameWalls): BareBwrap {
  return {
    start: async () => {
      const startedAt = performance.now()
      const { stdout, ended } = launch(walls, [walls.python, '-I', '-S', '-c', SIGN_OF_LIFE])
      let tookMs: number | undefined
      stdout.once('data', () => {
        tookMs = performance.now() - startedAt
      })
      await ended
      if (tookMs === undefined) throw new Error('bare bubblewrap gave no sign of life')
      return tookMs
    },
    run: async ({ language, bare, code, printed }) => {
      const startedAt = performance.now()
      const { stdout, ended } = launch(walls, bare, { path: `${WORKSPACE}/${language.fileName}`, code })
      let output = ''
      stdout.on('data', (chunk) => {
        output += chunk
      })
      await ended
      if (output !== printed) throw new Error(`bare bubblewrap printed ${JSON.stringify(output)}`)
      return performance.now() - startedAt
    },
  }
}

function launch(walls: SameWalls, command: readonly string[], program?: { path: string; code: string }) {
  const environment = Object.entries(SANDBOX_ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value])
  const file = program ? ['--file', String(PROGRAM), program.path] : []
  const list = [...walls.arguments, ...environment, ...file]
  const { descriptor } = walls
  const child = spawn(walls.bubblewrap, ['--args', String(descriptor.arguments), '--', ...command], {
    env: {},
    cwd: '/',
    // A process group of its own: Ctrl-C is for the bench, and work under way comes to its end.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', 'ignore', 'pipe', 'pipe', 'pipe', program ? 'pipe' : 'ignore'],
    ...walls.nextUser(),
  })
  const pipes = child.stdio as unknown as (Readable & Writable)[]
  pipes[descriptor.arguments]?.end(list.map((argument) => `${argument}\0`).join(''))
  pipes[descriptor.filter]?.end(walls.filter)
  // The status has to be taken off the pipe, though it is not used.
  pipes[descriptor.status]?.resume()
  pipes[PROGRAM]?.end(program?.code)
  return { stdout: child.stdout as Readable, ended: once(child, 'close') }
}
