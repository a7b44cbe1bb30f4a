import { open } from 'node:fs/promises'

/** Makes the names in a directory safe, as syncing a file does for its content. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync().finally(() => handle.close())
}
