import { randomUUID } from 'node:crypto'
import { copyFile, lstat, mkdir, readdir, readlink, rename, rm, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'

export interface Mirror {
  source: string
  target: string
  /** Directory on the same disk: changes are made here and then moved into place at once. */
  workshop: string
}

const OTHERS_READ = 0o004

/**
 * Makes the target like the source, where it is not yet; gives the directories of the source. Entries closed to other users are
 * left out.
 */
export async function mirrorTree({ source, target, workshop }: Mirror): Promise<string[]> {
  const [wanted, present] = await Promise.all([look(source), look(target)])
  if (!wanted || !(wanted.isSymbolicLink() || wanted.mode & OTHERS_READ)) {
    if (present) await rm(target, { recursive: true, force: true })
    return []
  }
  if (wanted.isDirectory()) return mirrorDirectory({ source, target, workshop }, present?.isDirectory() ?? false)
  const put = async (make: (partial: string) => Promise<void>): Promise<string[]> => {
    const partial = join(workshop, randomUUID())
    await make(partial)
    if (present?.isDirectory()) await rm(target, { recursive: true, force: true })
    await rename(partial, target)
    return []
  }
  if (wanted.isSymbolicLink()) {
    const destination = await readlink(source)
    const isSame = present?.isSymbolicLink() && (await readlink(target)) === destination
    return isSame ? [] : put((partial) => symlink(destination, partial))
  }
  const isSame = present?.isFile() && present.size === wanted.size && isSameTime(present.mtimeMs, wanted.mtimeMs)
  if (isSame || !wanted.isFile()) return []
  return put(async (partial) => {
    await copyFile(source, partial)
    await utimes(partial, wanted.atime, wanted.mtime)
  })
}

async function mirrorDirectory({ source, target, workshop }: Mirror, isThere: boolean): Promise<string[]> {
  if (!isThere) {
    await rm(target, { force: true })
    await mkdir(target, { recursive: true, mode: 0o755 })
  }
  const names = new Set([...(await readdir(source)), ...(await readdir(target))])
  const below = await Promise.all(
    [...names].map((name) => mirrorTree({ source: join(source, name), target: join(target, name), workshop })),
  )
  return [source, ...below.flat()]
}

const look = (path: string) => lstat(path).catch(() => undefined)

/** Times are set to the microsecond, and read to the nanosecond. */
const isSameTime = (one: number, other: number): boolean => Math.abs(one - other) < 1
