import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm } from 'node:fs/promises'

/** A directory named after what it is made from: made by whoever needs it first, whole or not at all, and found by all others. */
export async function madeOnce(directory: string, make: (partial: string) => Promise<void>): Promise<string> {
  const exists = await access(directory).then(
    () => true,
    () => false,
  )
  if (exists) return directory
  const partial = `${directory}.${randomUUID()}`
  await mkdir(partial, { mode: 0o755 })
  await make(partial)
  // Another may have been faster; theirs is as good.
  await rename(partial, directory).catch(() => rm(partial, { recursive: true }))
  return directory
}
