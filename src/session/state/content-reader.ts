import { EngineError } from '../../contract/errors.ts'
import type { Blobs } from '../../store/blob/blobs.ts'
import { decompressed, sha256 } from './chunk-bytes.ts'
import { damaged } from './damaged.ts'
import type { Chunk } from './manifest.ts'
import { createRecent } from './recent.ts'

export interface ContentReader {
  /** A whole blob, verified. */
  blob(hash: string, what: string): Promise<Uint8Array>
  /** The content of a chunk in this blob. */
  chunk(chunk: Chunk, hash: string, what: string): Promise<Uint8Array>
  /** Keeps a blob that was just written: it is likely to be read. */
  remember(hash: string, bytes: Uint8Array): void
  forget(hash: string): void
}

/** Reads blobs of states, the last few from memory. Throws STATE_DAMAGED for a missing or changed blob. */
export function createContentReader(blobs: Blobs, cacheBytes: number): ContentReader {
  const recent = createRecent<Uint8Array>(cacheBytes, (bytes) => bytes.length)
  const loading = new Map<string, Promise<Uint8Array>>()

  async function load(hash: string): Promise<Uint8Array> {
    const bytes = await blobs.get(hash)
    recent.set(hash, bytes)
    return bytes
  }

  async function blob(hash: string, what: string): Promise<Uint8Array> {
    const found = recent.get(hash)
    if (found) return found
    const under = loading.get(hash) ?? load(hash).finally(() => loading.delete(hash))
    loading.set(hash, under)
    return under.catch((error) => Promise.reject(readError(error, what)))
  }

  return {
    blob,
    async chunk(chunk, hash, what) {
      const { offset, length, stored = length } = chunk
      const bytes = (await blob(hash, what)).subarray(offset, offset + stored)
      const content = chunk.stored === undefined ? bytes : await unpacked(bytes, length, what)
      const isRight = content.length === length && (await sha256(content)) === chunk.hash
      if (!isRight) throw damaged(what, `content in blob ${hash.slice(0, 12)} is not what was saved`)
      return content
    },
    remember: recent.set,
    forget: recent.delete,
  }
}

const unpacked = (stored: Uint8Array, length: number, what: string) =>
  decompressed(stored, length).catch((error) =>
    Promise.reject(damaged(what, 'content in it cannot be decompressed', error)),
  )

/** A store that does not answer is no damage. */
function readError(error: unknown, what: string): unknown {
  const code = error instanceof EngineError ? error.code : undefined
  if (code === 'BLOB_NOT_FOUND') return damaged(what, 'content of it is missing', error)
  if (code === 'BLOB_DAMAGED') return damaged(what, 'content of it was changed', error)
  return error
}
