const HEADER_BYTES = 8
const STDERR = 2
/** Docker cuts at 32 KB, Podman at 8 KB: a length far beyond means that these are not the engine's frames. */
const MOST_BYTES = 16 * 1_048_576

export interface StreamBytes {
  stream: 'stdout' | 'stderr'
  bytes: Buffer
}

/**
 * Takes the engine's frames apart, wherever their chunks end: one byte for the stream, three zero bytes, four for the length,
 * then the content. The content is passed on as it comes; a frame is never collected.
 */
export function createDemultiplexer(onBytes: (part: StreamBytes) => void): (chunk: Buffer) => void {
  let header = Buffer.alloc(0)
  let left = 0
  let stream: StreamBytes['stream'] = 'stdout'
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (left === 0) {
        const part = chunk.subarray(at, at + HEADER_BYTES - header.length)
        at += part.length
        header = Buffer.concat([header, part])
        if (header.length < HEADER_BYTES) return
        const kind = header.readUInt8(0)
        left = header.readUInt32BE(4)
        header = Buffer.alloc(0)
        if (kind > STDERR || left > MOST_BYTES) throw new Error(`stream ${kind} of ${left} bytes is not the engine's`)
        stream = kind === STDERR ? 'stderr' : 'stdout'
      } else {
        const bytes = chunk.subarray(at, at + left)
        at += bytes.length
        left -= bytes.length
        onBytes({ stream, bytes })
      }
    }
  }
}
