import { statfs } from 'node:fs/promises'
import { EngineError } from '../../../contract/errors.ts'
import type { Limits } from '../../../contract/limits.ts'
import type { Process } from '../../process.ts'
import type { SandboxControl, SandboxProvider } from '../../sandbox.ts'
import { MEGABYTE } from '../arguments.ts'

export interface Filling {
  provider: Pick<SandboxProvider, 'create'>
  limits: Limits
  /** An empty directory of the host. */
  target: string
  /** Directories that the command reads, shown as `SOURCES/0`, `SOURCES/1` … */
  sources?: string[]
  command: string[]
  /** Writes the command's input. */
  feed?(program: Process): Promise<void>
}

/** Directory of the host that the sandbox fills: only this one is shown to it as writable. */
export const TARGET = '/layer'
export const SOURCES = '/layers'

const MOST_COMPLAINT = 2000
/** Messages in the one language of all sandboxes. */
const DISK_FULL = /No space left on device|Disk quota exceeded/
/** Message of tar when only a part of a file found room: on the disk, or below the largest size of a file. */
const CUT_SHORT = /Wrote only \d+ of \d+ bytes/

/**
 * Fills a directory by a program of a sandbox, like all work on names that sandboxes have chosen. Gives the bytes that it
 * takes.
 */
export async function fillInSandbox({
  provider,
  limits,
  target,
  sources = [],
  command,
  feed,
}: Filling): Promise<number> {
  const mounts = [
    ...sources.map((source, n) => ({ source, target: `${SOURCES}/${n}`, readOnly: true })),
    { source: target, target: TARGET, readOnly: false },
  ]
  const control = await provider.create({ limits, mounts, system: { layers: [] } }, new AbortController().signal)
  try {
    await run(control, command, feed).catch(async (error) => {
      throw CUT_SHORT.test(String(error)) && (await isFull(target)) ? diskFull() : error
    })
    // Programs of this sandbox are the host's own: no other program can lie about the size.
    const told = Number.parseInt(await run(control, ['/usr/bin/du', '-s', '--block-size=1', TARGET]), 10)
    if (!Number.isSafeInteger(told)) throw new Error('du has not told how large a layer is')
    return told
  } finally {
    await control.destroy()
  }
}

async function run({ sandbox }: SandboxControl, command: string[], feed?: Filling['feed']): Promise<string> {
  const program = await sandbox.start(command, { user: 'root', stdin: feed !== undefined, cwd: '/' })
  let told = ''
  program.onOutput(({ bytes }) => {
    if (told.length < MOST_COMPLAINT) told += Buffer.from(bytes).toString()
  })
  const fed = feed?.(program)
  fed?.catch(() => {})
  const { exitCode } = await program.exited
  if (exitCode !== 0) throw failure(told.trim())
  await fed
  return told
}

async function isFull(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize < MEGABYTE
}

const diskFull = () => new EngineError('STORE_FULL', { reason: 'the disk that layers lie on is full' })

function failure(complaint: string): EngineError {
  if (DISK_FULL.test(complaint)) return diskFull()
  return new EngineError('SANDBOX_FULL', { path: complaint || 'a layer' })
}
