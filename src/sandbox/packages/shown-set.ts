import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheDirectory } from '../host/cache.ts'
import { madeOnce } from '../host/made-once.ts'
import { type KeptSet, PLACES } from './package-sets.ts'

const run = promisify(execFile)

/**
 * The directory of a set that sandboxes are shown. Data directories are often closed to the users of sandboxes, and their path
 * would stand in a list that every program can read; so this is a copy in the cache, of links where the disk is the same.
 */
export async function showSet(set: KeptSet): Promise<string> {
  return madeOnce(await shownAt(set.id), async (partial) => {
    for (const [from, to] of [
      [PLACES.python, 'python'],
      [PLACES.modules, 'node_modules'],
    ] as const) {
      const paths = [join(set.directory, from), join(partial, to)]
      await run('/bin/cp', ['-rlT', ...paths]).catch(() => run('/bin/cp', ['-rT', '--remove-destination', ...paths]))
    }
    await chmod(partial, 0o755)
    // The server may have been started with a mask that closes new files to others.
    await run('/bin/chmod', ['-R', 'u=rwX,go=rX', partial])
  })
}

export const shownAt = async (id: string): Promise<string> =>
  join(await cacheDirectory(process.getuid?.() === 0), `packages-${id}`)
