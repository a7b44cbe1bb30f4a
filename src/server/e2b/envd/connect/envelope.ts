import { ConnectError } from './connect-error.ts'

/** One message of a stream: a byte of flags, the length as four bytes, the message as JSON. */
export interface Envelope {
  flags: number
  payload: Buffer
}

export const MESSAGE = 0
/** Flag of the last envelope of a stream, which holds its result. */
export const END = 2
const HEAD_BYTES = 5

export function encodeEnvelope(flags: number, message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message))
  const head = Buffer.allocUnsafe(HEAD_BYTES)
  head.writeUInt8(flags)
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

/** The envelopes of a body, however it is cut; an envelope that declares a length above the limit is refused at once. */
export async function* readEnvelopes(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Envelope> {
  const queue = createByteQueue()
  let head: { flags: number; length: number } | undefined
  for await (const chunk of source) {
    queue.push(chunk)
    while (true) {
      if (!head && queue.size() >= HEAD_BYTES) head = readHead(queue.take(HEAD_BYTES), limitBytes)
      if (!head || queue.size() < head.length) break
      yield { flags: head.flags, payload: queue.take(head.length) }
      head = undefined
    }
  }
  if (head || queue.size() > 0) throw new ConnectError('invalid_argument', 'the stream broke off inside of a message')
}

function readHead(bytes: Buffer, limitBytes: number) {
  const [flags, length] = [bytes.readUInt8(0), bytes.readUInt32BE(1)]
  if (flags !== MESSAGE)
    throw new ConnectError('invalid_argument', `a message with the flags ${flags} is not understood`)
  if (length > limitBytes) {
    throw new ConnectError('resource_exhausted', `a message of ${length} bytes is above the limit of ${limitBytes}`)
  }
  return { flags, length }
}

/** Bytes in order of arrival. They are joined once there are enough, not with every piece. */
function createByteQueue() {
  let chunks: Buffer[] = []
  let size = 0
  return {
    size: () => size,
    push(chunk: Uint8Array) {
      chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
      size += chunk.length
    },
    take(count: number): Buffer {
      const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      size -= count
      chunks = size > 0 ? [all.subarray(count)] : []
      return all.subarray(0, count)
    },
  }
}
