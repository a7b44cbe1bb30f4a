import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm } from 'node:fs/promises'

/** Makes a directory named after its ingredients: the first caller makes it, whole or not at all, and all others find it. */
export async function madeOnce(directory: string, make: (partial: string) => Promise<void>): Promise<string> {
  const exists = await access(directory).then(
    () => true,
    () => false,
  )
  if (exists) return directory
  const partial = `${directory}.${randomUUID()}`
  await mkdir(partial, { mode: 0o755 })
  await make(partial)
  // Another process may have been faster; its directory is as good.
  await rename(partial, directory).catch(() => rm(partial, { recursive: true }))
  return directory
}
