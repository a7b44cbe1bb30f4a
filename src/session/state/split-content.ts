import { CHUNK_BYTES } from './state-format.ts'

/** Gathers bytes until a chunk is full. The last chunk is the rest. */
export function splitContent(take: (content: Uint8Array) => Promise<void>) {
  let gathered: Uint8Array[] = []
  let bytes = 0

  async function flush() {
    const [only] = gathered
    const content = gathered.length === 1 && only ? only : Buffer.concat(gathered)
    gathered = []
    bytes = 0
    if (content.length > 0) await take(content)
  }

  return {
    async push(piece: Uint8Array) {
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + CHUNK_BYTES - bytes)
        gathered.push(part)
        bytes += part.length
        at += part.length
        if (bytes === CHUNK_BYTES) await flush()
      }
    },
    end: flush,
  }
}
