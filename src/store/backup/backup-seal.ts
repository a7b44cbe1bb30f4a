import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { EngineError } from '../../contract/errors.ts'

/** A frame that every zstd skips: its magic number, the length of the rest, then our name and the hash. */
const MAGIC = 0x184d2a5e
const NAME = 'anneal backup 1\n'
const HASH_BYTES = 32
const SEAL_BYTES = 8 + NAME.length + HASH_BYTES
const READ_BYTES = 1_048_576

/** The bytes, followed by a seal over all of them that reveals any change or loss. */
export async function* sealed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
  yield sealOf(hash.digest())
}

/** Throws BACKUP_REFUSED unless the file has an intact seal. Gives the place where the seal begins. */
export async function assertSealed(
  path: string,
  { onBytes, signal }: { onBytes(read: number, total: number): void; signal: AbortSignal },
): Promise<number> {
  const file = await open(path).catch((error: Error) => Promise.reject(refused(error.message, error)))
  try {
    const { size } = await file.stat()
    const hash = createHash('sha256')
    const buffer = Buffer.alloc(READ_BYTES)
    const end = size - SEAL_BYTES
    for (let offset = 0; offset < end; ) {
      signal.throwIfAborted()
      const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, end - offset), offset)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
      offset += bytesRead
      onBytes(offset, end)
    }
    const { buffer: seal, bytesRead } = await file.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, Math.max(0, end))
    if (bytesRead < SEAL_BYTES || !seal.subarray(0, -HASH_BYTES).equals(sealOf(Buffer.alloc(0)))) {
      throw refused('it is no backup of Anneal, or its end is missing')
    }
    if (!seal.equals(sealOf(hash.digest()))) throw refused('it is damaged: its bytes do not match their checksum')
    return end
  } catch (error) {
    if (error instanceof EngineError || signal.aborted) throw error
    throw refused((error as Error).message, error)
  } finally {
    await file.close()
  }
}

function sealOf(hash: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(MAGIC, 0)
  head.writeUInt32LE(SEAL_BYTES - 8, 4)
  return Buffer.concat([head, Buffer.from(NAME), hash])
}

const refused = (reason: string, cause?: unknown) => new EngineError('BACKUP_REFUSED', { reason }, { cause })
