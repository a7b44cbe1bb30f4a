import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../contract/errors.ts'
import { contentHash, isContentHash } from '../content/content-hash.ts'
import { databaseError } from '../database/database-error.ts'
import type { Blobs } from './blobs.ts'
import { durableFiles } from './durable-file.ts'

const LEFTOVER_AGE_MS = 3_600_000

/**
 * Content in files named by their hash: `ab/cd/abcd…`, or `ab/abcd…` with one level. Bytes are written under `tmp/` on
 * the same file system, synced and renamed into place, so that a name never stands for partial content, and leftovers
 * of a crash lie in one directory.
 */
export async function createFileBlobs({ directory, limitBytes, levels = 2 }: FileBlobsOptions): Promise<Blobs> {
  const temporaryDirectory = join(directory, 'tmp')
  const files = durableFiles(directory, temporaryDirectory)
  const pathOf = (hash: string) => join(directory, hash.slice(0, 2), levels === 2 ? hash.slice(2, 4) : '', hash)
  const typed = <T>(work: Promise<T>) => work.catch((error) => Promise.reject(databaseError(error, directory)))

  await typed(prepare(temporaryDirectory))
  return {
    async put(bytes) {
      if (bytes.length > limitBytes) throw new EngineError('BLOB_TOO_LARGE', { bytes: bytes.length, limitBytes })
      const hash = await contentHash(bytes)
      const path = pathOf(hash)
      // Equal content is kept once; a damaged copy is replaced.
      const stored = await readFile(path).catch(() => undefined)
      await typed(stored?.equals(bytes) ? files.keep(path) : files.write(path, bytes))
      return hash
    },
    async get(hash) {
      if (!isContentHash(hash)) throw new EngineError('BLOB_NOT_FOUND', { hash })
      const bytes = await typed(readFile(pathOf(hash)).catch((error) => Promise.reject(readError(error, hash))))
      if ((await contentHash(bytes)) !== hash) throw new EngineError('BLOB_DAMAGED', { hash })
      return bytes
    },
    async has(hash) {
      if (!isContentHash(hash)) return false
      const found = await stat(pathOf(hash)).catch(() => undefined)
      return found?.isFile() ?? false
    },
    async remove(hash) {
      if (isContentHash(hash)) await typed(rm(pathOf(hash), { force: true }))
    },
    async *list() {
      // Goes directory by directory: a million names are never held at once.
      for (const [path, beginning] of await typed(directoriesIn(directory, levels))) {
        const names = await typed(namesIn(path))
        yield* names.filter((name) => isContentHash(name) && name.startsWith(beginning))
      }
    },
  }
}

export interface FileBlobsOptions {
  directory: string
  limitBytes: number
  /**
   * One level suits content that comes and goes all the time: 256 directories are soon made, and making one costs two
   * syncs.
   */
  levels?: 1 | 2
}

/** Tests that the directory can be written before anything depends on it, and sweeps leftovers of crashes. */
async function prepare(temporaryDirectory: string) {
  await mkdir(temporaryDirectory, { recursive: true, mode: 0o700 })
  const probe = join(temporaryDirectory, `probe.${randomUUID()}`)
  await writeFile(probe, 'x')
  // The age of a file is measured by the clock that stamped it, which on a network drive is not ours.
  const { mtimeMs: now } = await stat(probe)
  await rm(probe, { force: true })
  for (const name of await readdir(temporaryDirectory)) {
    const path = join(temporaryDirectory, name)
    const found = await stat(path).catch(() => undefined)
    if (found && now - found.mtimeMs > LEFTOVER_AGE_MS) await rm(path, { force: true })
  }
}

/** The directories of content, with the beginning of the names in them. */
async function directoriesIn(directory: string, levels: number, beginning = ''): Promise<[string, string][]> {
  if (levels === 0) return [[directory, beginning]]
  const names = (await namesIn(directory)).filter((name) => /^[0-9a-f]{2}$/.test(name))
  const found: [string, string][] = []
  for (const name of names) {
    for (const inner of await directoriesIn(join(directory, name), levels - 1, beginning + name)) found.push(inner)
  }
  return found
}

/** Empty where there is no directory: it may go meanwhile, and other files are not ours. */
async function namesIn(directory: string): Promise<string[]> {
  const isGone = (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR'
  return readdir(directory).catch((error) => (isGone(error) ? [] : Promise.reject(error)))
}

function readError(error: NodeJS.ErrnoException, hash: string): unknown {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return new EngineError('BLOB_NOT_FOUND', { hash })
  // Something other than a readable file stands there: it is not the content.
  const damaged = ['EISDIR', 'EIO', 'ERR_FS_FILE_TOO_LARGE'].includes(error.code ?? '')
  return damaged ? new EngineError('BLOB_DAMAGED', { hash }, { cause: error }) : error
}
