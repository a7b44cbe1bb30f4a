import { EngineError } from '../../contract/errors.ts'
import { parseJson } from './parse-json.ts'

/** Reads JSON up to a size; a body that says or proves to be larger is dropped at once. */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw new EngineError('INVALID_JSON', { reason: `its content type is "${type}", not application/json` })
  }
  return parseJson(await readBytes(request, limitBytes))
}

type Body = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
  const tooLarge = () => new EngineError('BODY_TOO_LARGE', { limitBytes })
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  const brokenOff = (cause: unknown) => new EngineError('INVALID_JSON', { reason: 'it broke off' }, { cause })
  for await (const chunk of unbroken(request.body ?? [], brokenOff)) {
    size += chunk.length
    if (size > limitBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The bytes of a body as they come, whatever they are; how many may be taken is for the reader to say. */
export function readUpload(request: Request): { content: AsyncIterable<Uint8Array>; size?: number } {
  const told = request.headers.get('content-length')
  const content = unbroken(request.body ?? [], (cause) => new EngineError('UPLOAD_BROKEN', {}, { cause }))
  return { content, ...(told !== null && /^\d{1,15}$/.test(told) && { size: Number(told) }) }
}

/** A sender who goes away in the middle is no bug of ours. */
async function* unbroken(body: Body, brokenOff: (cause: unknown) => EngineError): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw brokenOff(error)
  }
}
