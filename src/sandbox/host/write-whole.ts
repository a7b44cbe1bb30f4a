import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'

/** Puts a file in its place whole, however many do so at once: nobody ever reads half of one. */
export async function writeWhole(file: string, content: string, mode: number): Promise<void> {
  const partial = `${file}.${randomUUID()}`
  await writeFile(partial, content, { mode })
  await rename(partial, file)
}
