import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

/** Larger content is worth the way to another thread. */
export const LARGE_BYTES = 256 * 1024
const SMALLEST_COMPRESSED = 1024
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const compressAside = promisify(zstdCompress)
const decompressAside = promisify(zstdDecompress)

/** Compresses content where that saves at least a tenth; undefined otherwise. */
export async function compressed(content: Uint8Array): Promise<Uint8Array | undefined> {
  if (content.length < SMALLEST_COMPRESSED) return undefined
  const packed = content.length < LARGE_BYTES ? zstdCompressSync(content, FAST) : await compressAside(content, FAST)
  return packed.length <= content.length * 0.9 ? packed : undefined
}

/** Throws when the content has another length. */
export async function decompressed(stored: Uint8Array, length: number): Promise<Uint8Array> {
  const bounds = { maxOutputLength: length }
  return length < LARGE_BYTES ? zstdDecompressSync(stored, bounds) : await decompressAside(stored, bounds)
}

export async function sha256(bytes: Uint8Array): Promise<string> {
  if (bytes.length < LARGE_BYTES) return hash('sha256', bytes, 'hex')
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}
