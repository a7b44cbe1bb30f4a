import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../contract/errors.ts'

export interface BuildFiles {
  /** Keeps the archive long enough for a build from then on. */
  has(hash: string, userId: string): Promise<boolean>
  /** Takes an archive of exactly this length, or nothing at all. */
  write(file: { hash: string; userId: string; lengthBytes: number; body: AsyncIterable<Uint8Array> }): Promise<void>
  read(hash: string, userId: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes archives that were not used for days, and unfinished uploads. */
  sweep(): Promise<void>
}

const KEPT_MS = 7 * 86_400_000
const HALF_KEPT_MS = 86_400_000
/**
 * Room for all archives of one user, in archives of the largest size. A removed one is uploaded again when it is
 * needed.
 */
const KEPT_OF_LARGEST = 10

/** Archives that steps lay into templates, kept as they were uploaded: they are unpacked only inside of sandboxes. */
export function createBuildFiles({ directory, mostBytes, clock }: BuildFilesParts): BuildFiles {
  const folderOf = (userId: string) => join(directory, createHash('sha256').update(userId).digest('hex').slice(0, 32))
  const pathOf = (hash: string, userId: string) => join(folderOf(userId), hash)
  return {
    async has(hash, userId) {
      const now = clock() / 1000
      return utimes(pathOf(hash, userId), now, now).then(
        () => true,
        () => false,
      )
    },
    async write({ hash, userId, lengthBytes, body }) {
      if (lengthBytes > mostBytes) throw new EngineError('UPLOAD_TOO_LARGE', { limitBytes: mostBytes })
      await mkdir(folderOf(userId), { recursive: true, mode: 0o700 })
      await makeRoom(folderOf(userId), KEPT_OF_LARGEST * mostBytes - lengthBytes)
      const half = `${pathOf(hash, userId)}.${randomUUID()}.half`
      try {
        await writeExactly(half, lengthBytes, body)
        await rename(half, pathOf(hash, userId))
      } finally {
        await rm(half, { force: true })
      }
    },
    async read(hash, userId) {
      const path = pathOf(hash, userId)
      return (await statOf(path)) === undefined ? undefined : createReadStream(path, { highWaterMark: 1 << 18 })
    },
    async sweep() {
      for (const folder of await readdir(directory).catch(() => [])) {
        for (const name of await readdir(join(directory, folder))) {
          const path = join(directory, folder, name)
          const found = await statOf(path)
          const keptMs = name.endsWith('.half') ? HALF_KEPT_MS : KEPT_MS
          if (found && found.mtimeMs < clock() - keptMs) await rm(path, { force: true })
        }
      }
    },
  }
}

export interface BuildFilesParts {
  directory: string
  mostBytes: number
  clock(): number
}

async function writeExactly(path: string, lengthBytes: number, body: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    let written = 0
    for await (const bytes of body) {
      written += bytes.length
      if (written > lengthBytes) break
      await file.writeFile(bytes)
    }
    if (written !== lengthBytes)
      throw new EngineError('UPLOAD_REFUSED', { reason: 'its body is not as long as it says' })
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Removes the least recently used archives until the rest is small enough. */
async function makeRoom(folder: string, mostBytes: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.half'))
  const files = (await Promise.all(names.map((name) => statOf(join(folder, name))))).filter(
    (file) => file !== undefined,
  )
  let total = 0
  for (const { path, size } of files.toSorted((one, other) => other.mtimeMs - one.mtimeMs)) {
    total += size
    if (total > mostBytes) await rm(path, { force: true })
  }
}

/** Undefined for one that is not there: another upload may have made room meanwhile. */
const statOf = (path: string) =>
  stat(path).then(
    ({ size, mtimeMs }) => ({ path, size, mtimeMs }),
    () => undefined,
  )
