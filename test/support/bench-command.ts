import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { COMPILED } from './compiled.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

/** `anneal bench` as a command, with a directory of its own for everything that it makes. */
export function benchCommand() {
  let directory = ''
  beforeAll(async () => {
    // Podman refuses paths of more than 50 characters.
    directory = await mkdtemp(join(tmpdir(), 'bench-'))
    // Pooled sandboxes are reached through it, by a user who is not us.
    await chmod(directory, 0o711)
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  const options = () => ({
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      TMPDIR: directory,
      ANNEAL_HOME: join(directory, 'home'),
      ...COMPILED,
      // Importing pandas from nothing takes all the time that it gets.
      ANNEAL_CPU_PERCENT: '200',
    },
  })
  const bench = (...parameters: string[]) => run(process.execPath, ['bin/anneal.js', 'bench', ...parameters], options())
  return { bench, options, directory: () => directory }
}
