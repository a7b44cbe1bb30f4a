import { pipeline, Readable } from 'node:stream'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { refusal } from './refuse.ts'

const ZSTD_FRAME = 0xfd2fb528
const GZIP_MEMBER = 0x8b1f
/** 8 MB, as `zstd -19` needs: a larger window would let a few bytes of archive ask for gigabytes of memory. */
const MOST_WINDOW_LOG = 23

/** Unpacks gzip or zstd, recognised by the first bytes; passes anything else unchanged. */
export async function* decompress(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  let sourceError: unknown
  let bytes = 0
  while (bytes < 4) {
    const { value, done } = await chunks.next()
    if (done) break
    head.push(value)
    bytes += value.length
  }
  async function* whole() {
    yield* head
    try {
      yield* { [Symbol.asyncIterator]: () => chunks }
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  const decoder = decoderFor(Buffer.concat(head))
  if (!decoder) return yield* whole()
  try {
    yield* pipeline(Readable.from(whole()), decoder, () => {})
  } catch (error) {
    // A source that broke is not the archive's fault.
    if (sourceError !== undefined) throw sourceError
    throw refusal(`it cannot be decompressed: ${(error as Error).message}`)
  }
}

function decoderFor(head: Buffer) {
  if (head.length < 4) return undefined
  if (head.readUInt16LE() === GZIP_MEMBER) return createGunzip()
  if (head.readUInt32LE() !== ZSTD_FRAME) return undefined
  return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: MOST_WINDOW_LOG } })
}
