import { lstat, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Only root may write below this directory, so no other user can plant files for our sandboxes. */
const SYSTEM_CACHE = '/var/cache/anneal'
const OTHERS_WRITE = 0o022

/**
 * The directory of copies that sandboxes are shown. The list of mounts, which every program can read, names it, so it is the
 * same on all hosts and reveals nothing; it outlives the server, so that the next one finds the copies made.
 */
export async function cacheDirectory(isRoot: boolean): Promise<string> {
  if (isRoot) {
    await mkdir(SYSTEM_CACHE, { recursive: true, mode: 0o755 })
    return SYSTEM_CACHE
  }
  const uid = process.getuid?.() ?? 0
  const own = `/var/tmp/anneal-${uid}`
  await mkdir(own, { mode: 0o700 }).catch(() => {})
  const found = await lstat(own).catch(() => undefined)
  // Any user may make a directory of that name first; then it is not used.
  const isOurs = found?.isDirectory() && found.uid === uid && (found.mode & OTHERS_WRITE) === 0
  return isOurs ? own : mkdtemp(join(tmpdir(), 'anneal-cache-'))
}
