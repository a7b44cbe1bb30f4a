import type { IncomingMessage } from 'node:http'
import { EngineError } from '../../../contract/errors.ts'
import { parseJson } from '../../http/parse-json.ts'
import { unbroken } from '../unbroken.ts'

const LARGEST = 65_536

/** A small JSON body. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of unbroken(request, broken)) {
    size += piece.length
    if (size > LARGEST) throw new EngineError('BODY_TOO_LARGE', { limitBytes: LARGEST })
    pieces.push(piece)
  }
  return parseJson(Buffer.concat(pieces))
}

/** The bytes of a file as they come, and how many there are to be where that is told. */
export function readUpload(request: IncomingMessage): { content: AsyncIterable<Uint8Array>; size?: number } {
  const told = request.headers['content-length']
  return {
    content: unbroken(request, broken),
    ...(told !== undefined && /^\d{1,15}$/.test(told) && { size: Number(told) }),
  }
}

const broken = (cause: unknown) => new EngineError('UPLOAD_BROKEN', {}, { cause })
