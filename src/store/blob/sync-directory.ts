import { open } from 'node:fs/promises'

/** Names in a directory are safe when this resolves, as the content of a file is when that was synced. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync().finally(() => handle.close())
}
