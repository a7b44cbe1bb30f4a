import { createHash } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OWN_ETC, SHARED_ETC } from './etc.ts'
import { makeOpen, mirrorTree } from './mirror-tree.ts'

const HOST_ETC = '/etc'
/** A change of one entry is mostly followed by more. */
const GATHER_MS = 100
const known = new Map<string, Promise<string>>()

/**
 * The /etc of every sandbox as one directory: a mount for each entry would cost more than all other mounts of a sandbox. It
 * follows the host's for as long as the server runs, as /usr does, also in living sandboxes.
 */
export function etcCopy(cache: string, source = HOST_ETC): Promise<string> {
  const recipe = createHash('sha256')
    .update(JSON.stringify([SHARED_ETC, OWN_ETC, source]))
    .digest('hex')
    .slice(0, 16)
  const directory = join(cache, `host-${recipe}`)
  const copy = known.get(directory) ?? open(directory, source)
  known.set(directory, copy)
  // The next caller tries a failed copy again; there may have been no room.
  copy.catch(() => known.delete(directory))
  return copy
}

async function open(directory: string, source: string): Promise<string> {
  const target = join(directory, 'etc')
  for (const each of [directory, target]) await makeOpen(each)
  const follow = createFollower(source, () => copyAll(source, target))
  follow(await copyAll(source, target))
  return target
}

/** Copies the entries; gives the directories that were read. */
async function copyAll(source: string, target: string): Promise<string[]> {
  const workshop = await mkdtemp(`${dirname(target)}.`)
  try {
    const read: string[] = []
    for (const name of SHARED_ETC) {
      await makeOpen(dirname(join(target, name)))
      read.push(...(await mirrorTree({ source: join(source, name), target: join(target, name), workshop })))
    }
    for (const [name, content] of OWN_ETC) await putOwn(join(target, name), { content, workshop })
    return read
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

async function putOwn(path: string, { content, workshop }: { content: string; workshop: string }): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return
  await writeFile(join(workshop, 'own'), content)
  await chmod(join(workshop, 'own'), 0o644)
  await rename(join(workshop, 'own'), path)
}

/**
 * Copies again when something in one of the directories changes. A host that has no watches left is copied from only at the
 * start.
 */
function createFollower(source: string, copy: () => Promise<string[]>): (read: string[]) => void {
  const tops = new Set(SHARED_ETC.map((name) => name.split('/')[0]))
  const parents = SHARED_ETC.map((name) => dirname(join(source, name)))
  let watchers: FSWatcher[] = []
  let watched = ''
  let isDue = false
  let isCopying = false
  // One copy at a time: a slow one would put back entries that the next has replaced.
  const again = async () => {
    isDue = true
    if (isCopying) return
    isCopying = true
    while (isDue) {
      await sleep(GATHER_MS, undefined, { ref: false })
      // A change from here on raises another event.
      isDue = false
      await copy().then(follow, () => {})
    }
    isCopying = false
  }
  const onChange = (directory: string) => (_: string, name: string | null) => {
    if (directory !== source || name === null || tops.has(name)) void again()
  }
  /**
   * Watches all directories anew, since a directory that was removed and made again is another; new watches start before the
   * old ones end.
   */
  const follow = (read: string[]) => {
    const directories = [...new Set([...parents, ...read])]
    const before = watchers
    watchers = directories.flatMap((directory) => watchOne(directory, onChange(directory)))
    for (const watcher of before) watcher.close()
    if (watched !== '' && watched !== directories.join()) void again()
    watched = directories.join()
  }
  return follow
}

function watchOne(directory: string, onChange: (event: string, name: string | null) => void): FSWatcher[] {
  try {
    return [watch(directory, { persistent: false }, onChange).on('error', () => {})]
  } catch {
    // The directory is missing, or no watch is left.
    return []
  }
}
