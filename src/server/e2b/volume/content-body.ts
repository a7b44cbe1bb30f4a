import type { IncomingMessage } from 'node:http'
import { EngineError } from '../../../contract/errors.ts'

const LARGEST = 65_536

/** A small JSON body. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of unbroken(request)) {
    size += piece.length
    if (size > LARGEST) throw new EngineError('BODY_TOO_LARGE', { limitBytes: LARGEST })
    pieces.push(Buffer.from(piece))
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    throw new EngineError('INVALID_JSON', { reason: 'it is something else' })
  }
}

/** The bytes of a file as they come, and how many there are to be where that is told. */
export function readUpload(request: IncomingMessage): { content: AsyncIterable<Uint8Array>; size?: number } {
  const told = request.headers['content-length']
  return { content: unbroken(request), ...(told !== undefined && /^\d{1,15}$/.test(told) && { size: Number(told) }) }
}

/** A sender who goes away in the middle is no bug of ours. */
async function* unbroken(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    // Leaving the loop early would destroy the socket, and with it the answer that says why.
    yield* request.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw new EngineError('UPLOAD_BROKEN', {}, { cause: error })
  }
}
