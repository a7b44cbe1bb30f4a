import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { type Language, SUPPORT } from '../src/language/language.ts'
import { supportFiles } from '../src/language/support-files.ts'
import { BOX_ENVIRONMENT } from '../src/sandbox/box-environment.ts'
import { boxArguments } from '../src/sandbox/jail/arguments.ts'
import { findHost } from '../src/sandbox/jail/host.ts'
import { WORKSPACE } from '../src/sandbox/sandbox.ts'

const limits = { diskMb: 100 }
/** Behind the descriptors that the walls name. */
const PROGRAM = 7

/** The floor: the same walls and the same interpreter, spawned with nothing of ours around it. */
export async function createBareBwrap(execPath: string) {
  const host = await findHost(execPath)
  return async (language: Language, code: string): Promise<string> => {
    const support = language.support ? await supportFiles(language.support) : []
    const files = [
      [`${WORKSPACE}/${language.fileName}`, code],
      ...support.map(([name, content]) => [`${SUPPORT}/${name}`, content]),
    ]
    return new Promise((resolve, reject) => {
      const environment = Object.entries(BOX_ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value])
      const program = files.flatMap(([path], index) => ['--file', String(PROGRAM + index), String(path)])
      const walls = [
        ...boxArguments({ limits, node: host.node, etc: host.etc, mounts: [] }),
        ...environment,
        ...program,
      ]
      const child = spawn(host.bubblewrap, ['--args', '4', '--', ...language.command], {
        env: {},
        stdio: ['ignore', 'pipe', 'inherit', 'ignore', 'pipe', 'pipe', 'pipe', ...files.map(() => 'pipe' as const)],
        ...host.nextUser(),
      })
      const pipe = (descriptor: number) => (child.stdio as unknown as Writable[])[descriptor]
      pipe(4)?.end(walls.map((argument) => `${argument}\0`).join(''))
      pipe(5)?.end(host.filter)
      for (const [index, [, content]] of files.entries())
        pipe(PROGRAM + index)?.end(content)
        // The status has to be taken off the pipe, though nobody here reads it.
      ;(child.stdio as unknown as Readable[])[6]?.resume()
      let output = ''
      child.stdout?.on('data', (chunk) => {
        output += chunk
      })
      child.on('error', reject)
      child.on('close', () => resolve(output))
    })
  }
}

/** The floor of a start: bubblewrap with the same walls and the agent's interpreter, until it gives a sign of life. */
export async function createBareStart(execPath: string) {
  const host = await findHost(execPath)
  return (): Promise<void> =>
    new Promise((resolve, reject) => {
      const walls = boxArguments({ limits, node: host.node, etc: host.etc, mounts: [] })
      const sign = 'import os; os.write(1, b"!")'
      const command = ['--args', '4', '--', host.python, '-I', '-S', '-c', sign]
      const child = spawn(host.bubblewrap, command, {
        env: {},
        stdio: ['ignore', 'pipe', 'inherit', 'ignore', 'pipe', 'pipe', 'pipe'],
        ...host.nextUser(),
      })
      const pipes = child.stdio as unknown as (Readable & Writable)[]
      pipes[4]?.end(walls.map((argument) => `${argument}\0`).join(''))
      pipes[5]?.end(host.filter)
      pipes[6]?.resume()
      child.stdout?.once('data', () => resolve())
      child.on('error', reject)
    })
}
