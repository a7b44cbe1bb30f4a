import type { Blobs } from '../../store/blob/blobs.ts'
import type { ContentRows } from '../../store/content/content-rows.ts'
import { compressed, sha256 } from './chunk-bytes.ts'
import type { Chunk, Manifest } from './manifest.ts'
import { encodeStateFile } from './state-file.ts'
import { HEAD_BYTES, SALT_BYTES } from './state-format.ts'

/** Blobs by number, as chunks name them: those of the base first, then those that this save writes. */
export interface BlobTable {
  hashes: string[]
  bytes: number[]
}

export interface ContentWriterOptions {
  blobs: Blobs
  contents: ContentRows
  clock: () => number
  randomBytes: (size: number) => Uint8Array
  /** A blob that would grow beyond this is written. */
  blobBytes: number
  base: BlobTable
  /** Existing chunks by their hash. Read only when there is new content. */
  known: () => Promise<Map<string, Chunk>>
  /** Called before bytes are written. May throw. */
  beforeWrite: () => void
}

export interface ContentWriter {
  table: BlobTable
  /** Adds content; existing content is referred to, not written again. */
  add(content: Uint8Array): Promise<Chunk>
  /** Copies a chunk of another blob as it is stored. */
  copy(chunk: Chunk, stored: Uint8Array): Promise<Chunk>
  /** Writes the last blob with the rest and the manifest. Its number is the next of the table. */
  finish(manifest: Manifest): Promise<{ id: string; file: Uint8Array }>
  /** Removes the written blobs as far as possible; a sweep finds the rest. */
  abandon(): Promise<void>
}

export function createContentWriter(options: ContentWriterOptions): ContentWriter {
  const { blobs, contents, clock, randomBytes, blobBytes, base, beforeWrite } = options
  const table = { hashes: [...base.hashes], bytes: [...base.bytes] }
  const begun: string[] = []
  let known: Promise<Map<string, Chunk>> | undefined
  let open: Uint8Array[] = []
  let end = HEAD_BYTES

  async function write(manifest?: Manifest) {
    beforeWrite()
    const file = await encodeStateFile({ salt: randomBytes(SALT_BYTES), content: open, ...(manifest && { manifest }) })
    open = []
    end = HEAD_BYTES
    const id = await sha256(file)
    await contents.begin({ hash: id, bytes: file.length, at: clock() })
    begun.push(id)
    await blobs.put(file)
    return { id, file }
  }

  async function place(stored: Uint8Array) {
    if (open.length > 0 && end + stored.length > blobBytes) {
      const { id, file } = await write()
      table.hashes.push(id)
      table.bytes.push(file.length)
    }
    const at = { blob: table.hashes.length, offset: end }
    open.push(stored)
    end += stored.length
    return at
  }

  return {
    table,
    async add(content) {
      known ??= options.known()
      const there = await known
      const hash = await sha256(content)
      const found = there.get(hash)
      if (found) return found
      const packed = await compressed(content)
      const at = await place(packed ?? content)
      const chunk = { ...at, length: content.length, hash, ...(packed && { stored: packed.length }) }
      there.set(hash, chunk)
      return chunk
    },
    copy: async (chunk, stored) => ({ ...chunk, ...(await place(stored)) }),
    finish: write,
    async abandon() {
      for (const hash of begun) await blobs.remove(hash).catch(() => {})
      await contents.forget(begun).catch(() => {})
    },
  }
}
