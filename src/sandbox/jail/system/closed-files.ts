import { execFile } from 'node:child_process'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Files that others may not read and directories that others may not enter, below /usr and named from there. */
const FIND = ['/usr', '-xdev', '(', '-type', 'f', '!', '-perm', '-004', '-o', '-type', 'd', '!', '-perm', '-005', ')']
const MOST_BYTES = 16_000_000

/**
 * What the host keeps from other users is kept from systems, whose root would be its owner. Looking through all of /usr takes
 * seconds: the list of last time is used, and looked up again meanwhile for the next start.
 */
export async function closedFiles(cache: string): Promise<string[]> {
  const file = join(cache, 'closed-files.json')
  const known = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as string[],
    () => undefined,
  )
  const looking = look(file)
  if (!known) return looking
  looking.catch(() => {})
  return known
}

async function look(file: string): Promise<string[]> {
  const found = await promisify(execFile)('/usr/bin/find', [...FIND, '-prune', '-printf', '%P\\0'], {
    maxBuffer: MOST_BYTES,
  })
  const closed = found.stdout.split('\0').filter(Boolean)
  await writeFile(`${file}.${process.pid}`, JSON.stringify(closed), { mode: 0o600 })
  await rename(`${file}.${process.pid}`, file)
  return closed
}
