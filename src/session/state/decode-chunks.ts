import type { Chunk } from './manifest.ts'
import { CHUNK_BYTES, HEAD_BYTES } from './state-format.ts'

/** The end of the content in each blob. */
export type ChunkBounds = readonly number[]

const HASH = /^[0-9a-f]{64}$/

/** Reads rows of chunks that lie inside of their blobs and have `size` bytes together. Throws otherwise. */
export function readChunks(rows: unknown, size: unknown, bounds: ChunkBounds): Chunk[] {
  if (!Array.isArray(rows)) throw new Error('content is not in pieces')
  let bytes = 0
  const chunks = rows.map((row) => {
    const chunk = readChunk(row, bounds)
    bytes += chunk.length
    return chunk
  })
  if (bytes !== size) throw new Error(`content has ${bytes} bytes instead of ${String(size)}`)
  return chunks
}

function readChunk(row: unknown, bounds: ChunkBounds): Chunk {
  if (!Array.isArray(row) || row.length < 4 || row.length > 5) throw new Error('a piece of content is none')
  const [blob, offset, length, hash, stored] = row as [number, number, number, string, number?]
  const end = bounds[blob]
  const takes = row.length === 5 ? (stored as number) : length
  if (end === undefined) throw new Error('a piece of content lies in no blob')
  if (![offset, length, takes].every(Number.isSafeInteger)) throw new Error('a piece of content has no place')
  if (offset < HEAD_BYTES || takes < 1 || length < 1 || length > CHUNK_BYTES || offset + takes > end) {
    throw new Error('a piece of content lies outside of its blob')
  }
  if (typeof hash !== 'string' || !HASH.test(hash)) throw new Error('a piece of content has no hash')
  return { blob, offset, length, hash, ...(stored !== undefined && { stored }) }
}
