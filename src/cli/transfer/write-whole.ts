import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { reasonOf } from '../read-file.ts'
import { UsageError } from '../usage-error.ts'

/** Refuses a file that cannot be written, before anything is done for it; whatever is there stays as it is. */
export async function assertWritable(path: string): Promise<void> {
  const before = await stat(path).catch(() => undefined)
  if (before && !before.isFile() && !before.isDirectory()) return
  try {
    await (await open(path, 'a')).close()
    if (!before) await rm(path)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Writes a file as a whole or not at all: a full disk leaves the file that was there before. */
export async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const before = await stat(path).catch(() => undefined)
  const isDevice = before !== undefined && !before.isFile()
  const part = isDevice ? path : `${path}.part-${process.pid}`
  try {
    await writeFile(part, content)
    if (!isDevice) await rename(part, path)
  } catch (error) {
    if (!isDevice) await rm(part, { force: true })
    throw unwritable(path, error)
  }
}

const reasonFor = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such directory' : reasonOf(error)

const unwritable = (path: string, error: unknown): UsageError =>
  new UsageError(
    `${path} cannot be written: ${reasonFor(error)}.`,
    'Name a file in a directory that is there and that you may write to.',
  )
