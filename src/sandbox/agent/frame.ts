/** The kinds of frames; the same numbers stand in `python/1-wire.py`. */
export const FRAME = {
  call: 1,
  reply: 2,
  fail: 3,
  data: 4,
  errorData: 5,
  end: 6,
  grant: 7,
  event: 8,
  close: 9,
  accept: 10,
} as const

/** Bytes on the wire that our agent did not write. */
export class BadFrame extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadFrame'
  }
}

export interface Frame {
  kind: number
  channel: number
  payload: Buffer
}

const HEADER_BYTES = 9
/** Bound of our frames: a larger length means that the stream is not the agent's. */
const MOST_BYTES = 64 * 1_048_576
const NOTHING = Buffer.alloc(0)

export function frameHeader(kind: number, channel: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  header.writeUInt32BE(length, 0)
  header.writeUInt8(kind, 4)
  header.writeUInt32BE(channel, 5)
  return header
}

export function encodeFrame(kind: number, channel: number, payload: Uint8Array = NOTHING): Buffer {
  return Buffer.concat([frameHeader(kind, channel, payload.length), payload])
}

/**
 * Cuts a stream of bytes into frames, wherever its chunks end. Bytes of a program or a file are passed on as they come, in
 * pieces and without a copy; all other frames are small and are passed on whole.
 */
export function createFrameReader(
  onFrame: (frame: Frame) => void,
  mostBytes: number = MOST_BYTES,
): (chunk: Buffer) => void {
  const header = Buffer.alloc(HEADER_BYTES)
  let headerHeld = 0
  let current = { kind: 0, channel: 0 }
  let missing = 0
  let held: Buffer[] = []

  const openFrame = () => {
    missing = header.readUInt32BE(0)
    if (missing > mostBytes) throw new BadFrame(`a frame of ${missing} bytes cannot be the agent's`)
    current = { kind: header.readUInt8(4), channel: header.readUInt32BE(5) }
  }
  const takePayload = (piece: Buffer) => {
    missing -= piece.length
    if (isBulk(current.kind)) {
      if (piece.length > 0) onFrame({ ...current, payload: piece })
    } else {
      held.push(piece)
      if (missing === 0) onFrame({ ...current, payload: held.length === 1 ? piece : Buffer.concat(held) })
    }
    if (missing > 0) return
    held = []
    headerHeld = 0
  }
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (headerHeld < HEADER_BYTES) {
        const copied = chunk.copy(header, headerHeld, at, at + HEADER_BYTES - headerHeld)
        headerHeld += copied
        at += copied
        if (headerHeld < HEADER_BYTES) return
        openFrame()
        if (missing === 0) takePayload(NOTHING)
      } else {
        const piece = chunk.subarray(at, at + missing)
        at += piece.length
        takePayload(piece)
      }
    }
  }
}

const isBulk = (kind: number): boolean => kind === FRAME.data || kind === FRAME.errorData
