import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeWhole } from '../../host/write-whole.ts'

/** Files that other users may not read and directories that they may not enter, below /usr and named from there. */
const FIND = ['/usr', '-xdev', '(', '-type', 'f', '!', '-perm', '-004', '-o', '-type', 'd', '!', '-perm', '-005', ')']
const MOST_BYTES = 16_000_000
const FRESH_MS = 3_600_000

/**
 * Files that the host keeps from other users; they are hidden from systems too, where root would be their owner. Searching all
 * of /usr takes seconds: a list of the last hour is good enough, an older one is not.
 */
export async function closedFiles(cache: string): Promise<string[]> {
  const file = join(cache, 'closed-files.json')
  const known = await readKnown(file)
  return known && known.ageMs < FRESH_MS ? known.closed : look(file)
}

async function readKnown(file: string): Promise<{ closed: string[]; ageMs: number } | undefined> {
  try {
    const { mtimeMs } = await stat(file)
    return { closed: JSON.parse(await readFile(file, 'utf8')) as string[], ageMs: Date.now() - mtimeMs }
  } catch {
    return undefined
  }
}

async function look(file: string): Promise<string[]> {
  const found = await promisify(execFile)('/usr/bin/find', [...FIND, '-prune', '-printf', '%P\\0'], {
    maxBuffer: MOST_BYTES,
  })
  const closed = found.stdout.split('\0').filter(Boolean)
  await writeWhole(file, JSON.stringify(closed), 0o600)
  return closed
}
