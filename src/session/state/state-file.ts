import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { LARGE_BYTES } from './chunk-bytes.ts'
import { damaged } from './damaged.ts'
import { decodeManifest } from './decode-manifest.ts'
import { encodeManifest } from './encode-manifest.ts'
import type { Manifest } from './manifest.ts'
import { HEAD_BYTES, MOST_MANIFEST_BYTES, SALT_BYTES } from './state-format.ts'

/**
 * A blob of states: a head, content, and the manifest if it describes a state.
 *
 *     0   "anneal"            who made it
 *     6   format, 16 bits     1
 *     8   salt                makes this blob unlike any other
 *     24  bytes of manifest   as stored, 32 bits; 0 is none
 *     28  bytes of manifest   as text, 32 bits; more than stored means that it is compressed
 *     32  content, then the manifest up to the end
 */
const MAGIC = 'anneal'
const FORMAT = 1
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const compressAside = promisify(zstdCompress)
const decompressAside = promisify(zstdDecompress)

export interface StateFile {
  salt: Uint8Array
  content: readonly Uint8Array[]
  /** Absent for a blob with content alone. */
  manifest?: Manifest
}

export async function encodeStateFile({ salt, content, manifest }: StateFile): Promise<Buffer> {
  const text = manifest ? await encodeManifest(manifest) : Buffer.alloc(0)
  if (text.length > MOST_MANIFEST_BYTES) throw damaged('The tree', 'it is larger than can be described')
  const packed = text.length < LARGE_BYTES ? zstdCompressSync(text, FAST) : await compressAside(text, FAST)
  const stored = packed.length < text.length ? packed : text
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(MAGIC)
  head.writeUInt16LE(FORMAT, 6)
  head.set(salt.subarray(0, SALT_BYTES), 8)
  head.writeUInt32LE(stored.length, 24)
  head.writeUInt32LE(text.length, 28)
  return Buffer.concat([head, ...content, stored])
}

/** Throws STATE_DAMAGED for anything that is not exactly a state. */
export async function decodeStateFile(bytes: Uint8Array, what: string): Promise<Manifest> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.length < HEAD_BYTES || file.toString('latin1', 0, 6) !== MAGIC) throw damaged(what, 'it is no saved state')
  const format = file.readUInt16LE(6)
  if (format !== FORMAT) throw damaged(what, `it is of format ${format}; this version reads ${FORMAT}`)
  const storedBytes = file.readUInt32LE(24)
  const textBytes = file.readUInt32LE(28)
  const start = file.length - storedBytes
  if (start < HEAD_BYTES || storedBytes === 0) throw damaged(what, 'it describes no state')
  const text = await manifestText(file.subarray(start), textBytes, what)
  const manifest = await decodeManifest(text, { ownBytes: file.length, ownContentEnd: start })
  if ('problem' in manifest) throw damaged(what, manifest.problem)
  return manifest
}

async function manifestText(stored: Buffer, textBytes: number, what: string): Promise<Buffer> {
  if (textBytes > MOST_MANIFEST_BYTES || textBytes < stored.length) throw damaged(what, 'its description has no size')
  if (textBytes === stored.length) return stored
  try {
    const bounds = { maxOutputLength: textBytes }
    const text = textBytes < LARGE_BYTES ? zstdDecompressSync(stored, bounds) : await decompressAside(stored, bounds)
    if (text.length === textBytes) return text
  } catch (error) {
    throw damaged(what, 'its description cannot be decompressed', error)
  }
  throw damaged(what, 'its description is shorter than it says')
}
