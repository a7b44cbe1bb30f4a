import { chmod, copyFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const OTHERS_READ_AND_ENTER = 0o005
const OTHERS_ENTER = 0o001
/** Every sandbox is shown all of it anyway. */
const SHOWN_TO_ALL = '/usr/'

/** A path to this very Node that the sandbox's user can reach. Node is often installed below a user's home: then it is copied. */
export async function reachableNode(execPath: string, cache: string): Promise<string> {
  if (execPath.startsWith(SHOWN_TO_ALL) && (await othersMayRun(execPath))) return execPath
  const { size } = await stat(execPath)
  const copy = join(cache, `node-${process.version}-${size}`)
  const existing = await stat(copy).catch(() => undefined)
  if (existing?.size === size) return copy
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
