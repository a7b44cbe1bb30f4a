import { chmod, copyFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const OTHERS_READ_AND_ENTER = 0o005
const OTHERS_ENTER = 0o001
/** Only root may write below it, so nobody else can put a program there for us to run. */
const CACHE = '/var/cache/anneal'

/**
 * A path to this very Node that the box's user can reach. A server that runs as root gives its boxes another user,
 * who may not enter, say, /root; then a copy is kept where all may read it.
 */
export async function reachableNode(execPath: string, isRoot: boolean): Promise<string> {
  if (!isRoot || (await othersMayRun(execPath))) return execPath
  const { size } = await stat(execPath)
  const copy = join(CACHE, `node-${process.version}-${size}`)
  const existing = await stat(copy).catch(() => undefined)
  if (existing?.size === size) return copy
  await mkdir(CACHE, { recursive: true, mode: 0o755 })
  const partial = `${copy}.${process.pid}`
  await copyFile(execPath, partial)
  await chmod(partial, 0o755)
  await rename(partial, copy)
  return copy
}

async function othersMayRun(path: string): Promise<boolean> {
  if (!hasMode(await stat(path), OTHERS_READ_AND_ENTER)) return false
  for (let directory = dirname(path); directory !== '/'; directory = dirname(directory)) {
    if (!hasMode(await stat(directory), OTHERS_ENTER)) return false
  }
  return true
}

const hasMode = (entry: { mode: number }, bits: number): boolean => (entry.mode & bits) === bits
