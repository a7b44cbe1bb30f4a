import { randomUUID } from 'node:crypto'
import { type Dirent, lstatSync, readlinkSync, type Stats } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'

export interface Mirror {
  source: string
  target: string
  /** Directory on the same disk: changes are made here and then moved into place at once. */
  workshop: string
}

const OTHERS_READ = 0o004
const OPEN = 0o755

/** Makes a directory that users of sandboxes can enter, however private the server's own files are. */
export async function makeOpen(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  await chmod(directory, OPEN)
}

/**
 * Makes the target like the source, where it is not yet; gives the directories of the source. Entries closed to other users are
 * left out. Mostly nothing has changed, and each start looks at hundreds of entries: looking at one takes microseconds here, and
 * ten times that through Node's threads. Each directory is read by a thread, so that others have their turn between two of them.
 */
export async function mirrorTree({ source, target, workshop }: Mirror): Promise<string[]> {
  const [wanted, present] = [look(source), look(target)]
  if (!wanted || !(wanted.isSymbolicLink() || wanted.mode & OTHERS_READ)) {
    if (present) await rm(target, { recursive: true, force: true })
    return []
  }
  if (wanted.isDirectory()) return mirrorDirectory({ source, target, workshop }, { wanted, present })
  const put = async (make: (partial: string) => Promise<void>): Promise<string[]> => {
    const partial = join(workshop, randomUUID())
    await make(partial)
    if (present?.isDirectory()) await rm(target, { recursive: true, force: true })
    await rename(partial, target)
    return []
  }
  if (wanted.isSymbolicLink()) {
    const destination = readlinkSync(source)
    const isSame = present?.isSymbolicLink() && readlinkSync(target) === destination
    return isSame ? [] : put((partial) => symlink(destination, partial))
  }
  const isSame = present?.isFile() && present.size === wanted.size && isSameTime(present.mtimeMs, wanted.mtimeMs)
  if (isSame || !wanted.isFile()) return []
  return put(async (partial) => {
    await copyFile(source, partial)
    await utimes(partial, wanted.atime, wanted.mtime)
  })
}

/** A change so shortly before the look may have the same time as another one after it. */
const UNSETTLED_MS = 2000
const NEVER = new Date(0)

/**
 * A link is never changed, only replaced, which changes its directory. So the target gets the time of the source, and while they have the
 * same, links need no look: of hundreds of entries most are links.
 */
async function mirrorDirectory(
  { source, target, workshop }: Mirror,
  { wanted, present }: { wanted: Stats; present: Stats | undefined },
): Promise<string[]> {
  const isThere = present?.isDirectory() ?? false
  if (!isThere) await rm(target, { force: true })
  if (!isThere || ((present?.mode ?? 0) & OPEN) !== OPEN) await makeOpen(target)
  const lookedAtMs = Date.now()
  const isSame = isThere && isSameTime(present?.mtimeMs ?? 0, wanted.mtimeMs)
  const [entries, before] = [await entriesOf(source), isSame ? [] : await entriesOf(target)]
  const read = [source]
  const kept = isSame ? entries.filter((entry) => !entry.isSymbolicLink()) : entries
  for (const name of new Set([...kept, ...before].map((entry) => entry.name)))
    read.push(...(await mirrorTree({ source: join(source, name), target: join(target, name), workshop })))
  const isSettled = wanted.mtimeMs < lookedAtMs - UNSETTLED_MS
  // Its own time may be, by chance, that of a later change of the source.
  await utimes(target, wanted.atime, isSettled ? wanted.mtime : NEVER)
  return read
}

const entriesOf = (directory: string): Promise<Dirent[]> => readdir(directory, { withFileTypes: true })

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Times are set to the microsecond, and read to the nanosecond. */
const isSameTime = (one: number, other: number): boolean => Math.abs(one - other) < 1
