import { createHash } from 'node:crypto'
import { cp, lstat, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OWN_ETC, SHARED_ETC } from './etc.ts'
import { madeOnce } from './made-once.ts'

/**
 * The /etc of every box as one directory: a mount for each entry would cost a box more than all its other mounts. The copy
 * is named after what it was made from, so a host whose certificates or libraries change gets a new one.
 */
export async function etcCopy(cache: string): Promise<string> {
  return madeOnce(join(cache, `etc-${await fingerprint()}`), async (partial) => {
    for (const name of SHARED_ETC) await copyEntry(name, partial)
    for (const [name, content] of OWN_ETC) await writeFile(join(partial, name), content, { mode: 0o644 })
  })
}

async function copyEntry(name: string, directory: string): Promise<void> {
  const target = join(directory, name)
  await mkdir(dirname(target), { recursive: true, mode: 0o755 })
  try {
    await cp(join('/etc', name), target, { recursive: true, verbatimSymlinks: true, filter: isReadable })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** What is closed to others is closed to boxes. */
async function isReadable(path: string): Promise<boolean> {
  const entry = await lstat(path)
  const OTHERS_READ = 0o004
  return entry.isSymbolicLink() || (entry.mode & OTHERS_READ) !== 0
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([SHARED_ETC, OWN_ETC]))
  for (const name of SHARED_ETC) {
    const entry = await lstat(join('/etc', name)).catch(() => undefined)
    hash.update(`${name} ${entry?.mtimeMs} ${entry?.size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}
