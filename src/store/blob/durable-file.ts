import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { syncDirectory } from './sync-directory.ts'

/** Writes files below `root` so that a resolved promise means: whole, under the final name, and safe from a power cut. */
export function durableFiles(root: string, temporaryDirectory: string) {
  const synced = new Set<string>()
  let written = 0

  /** This process syncs each directory on the way once: its maker may have crashed before syncing it. */
  async function makeDirectory(directory: string) {
    if (synced.has(directory)) return
    await mkdir(directory, { recursive: true, mode: 0o700 })
    let parent = root
    for (const part of relative(root, directory).split(sep)) {
      await syncDirectory(parent)
      parent = join(parent, part)
    }
    synced.add(directory)
  }

  /** Process numbers repeat, above all in containers: a name left behind by a crash is skipped. */
  async function openTemporary(name: string) {
    for (;;) {
      const path = join(temporaryDirectory, `${name}.${process.pid}.${written++}`)
      try {
        return { path, handle: await open(path, 'wx', 0o600) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }
  }

  return {
    async write(path: string, bytes: Uint8Array): Promise<void> {
      await makeDirectory(dirname(path))
      const temporary = await openTemporary(relative(dirname(path), path))
      try {
        await temporary.handle.writeFile(bytes)
        await temporary.handle.sync()
        await rename(temporary.path, path)
      } catch (error) {
        await rm(temporary.path, { force: true })
        throw error
      } finally {
        await temporary.handle.close()
      }
      await syncDirectory(dirname(path))
    },
    /** For an existing file: another writer may have renamed it and not synced the name yet. */
    async keep(path: string): Promise<void> {
      await makeDirectory(dirname(path))
      await syncDirectory(dirname(path))
    },
  }
}
