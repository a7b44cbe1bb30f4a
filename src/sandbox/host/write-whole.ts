import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'

/** Puts a whole file in its place, also with many writers at once: a reader never sees half of it. */
export async function writeWhole(file: string, content: string, mode: number): Promise<void> {
  const partial = `${file}.${randomUUID()}`
  await writeFile(partial, content, { mode })
  await rename(partial, file)
}
