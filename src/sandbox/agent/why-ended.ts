import type { EndedBy } from '../../contract/limits.ts'
import type { ProcessEnd } from '../process.ts'
import { type Link, SandboxEnded } from './link.ts'

const FULL_BYTES = 4096

interface Known {
  link: Link
  /** The limit that the sandbox hit since the last question. */
  limitHit(): Promise<'memory' | 'processes' | undefined>
}

/** A program that failed after it hit a limit was ended by that limit; one that coped with it was not. */
export async function whyEnded({ link, limitHit }: Known, end: ProcessEnd): Promise<EndedBy> {
  const hit = limitHit()
  if (end.exitCode === 0) return 'exit'
  const limit = await hit
  if (limit) return limit
  if (end.signal === 'SIGXFSZ') return 'disk'
  try {
    const disk = await link.call({ op: 'metrics' })
    const isFull = Number(disk.diskTotalBytes) - Number(disk.diskUsedBytes) < FULL_BYTES
    return isFull || disk.isOutOfFiles ? 'disk' : 'exit'
  } catch (error) {
    return error instanceof SandboxEnded ? 'killed' : 'exit'
  }
}
