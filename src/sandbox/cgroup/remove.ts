import { rmdir } from 'node:fs/promises'
import { errorCode, isGone } from './control-file.ts'
import { until } from './until.ts'

const REMOVE_TIMEOUT_MS = 10_000

/** Removes a group, which stays busy for a moment after its last process was killed. */
export async function removeGroup(directory: string): Promise<void> {
  const removed = await until(() => tryRemove(directory), REMOVE_TIMEOUT_MS)
  if (!removed) throw new Error(`${directory} still holds processes after ${REMOVE_TIMEOUT_MS} ms`)
}

async function tryRemove(directory: string): Promise<boolean> {
  try {
    // Off the main thread: the kernel takes a millisecond for it.
    await rmdir(directory)
  } catch (error) {
    if (errorCode(error) === 'EBUSY') return false
    if (!isGone(error)) throw error
  }
  return true
}
