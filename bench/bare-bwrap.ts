import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Language } from '../src/language/language.ts'
import { boxArguments } from '../src/sandbox/jail/arguments.ts'
import { findHost } from '../src/sandbox/jail/host.ts'

const limits = { timeoutMs: 10_000, memoryMb: 512, processes: 64, outputBytes: 1_000_000, diskMb: 100 }

/** The floor: the same walls and the same interpreter, spawned with nothing of ours around it. */
export async function createBareBwrap(execPath: string) {
  const host = await findHost(execPath)
  return (language: Language, code: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const walls = boxArguments({ limits, files: [language.fileName], node: host.node })
      const child = spawn(host.bubblewrap, ['--args', '3', '--', ...language.command], {
        env: {},
        stdio: ['ignore', 'pipe', 'inherit', 'pipe', 'pipe', 'pipe', 'pipe'],
        ...host.nextUser(),
      })
      const pipe = (descriptor: number) => (child.stdio as unknown as Writable[])[descriptor]
      pipe(3)?.end(walls.map((argument) => `${argument}\0`).join(''))
      pipe(4)?.end(host.filter)
      pipe(6)?.end(code)
      // The status has to be taken off the pipe, though nobody here reads it.
      ;(child.stdio as unknown as Readable[])[5]?.resume()
      let output = ''
      child.stdout?.on('data', (chunk) => {
        output += chunk
      })
      child.on('error', reject)
      child.on('close', () => resolve(output))
    })
}
