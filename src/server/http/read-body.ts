import { EngineError } from '../../contract/errors.ts'
import { gather } from './gather.ts'
import { parseJson } from './parse-json.ts'
import { unbroken } from './unbroken.ts'

/** Reads JSON up to a size; a body that declares or proves to be larger is dropped at once. */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw new EngineError('INVALID_JSON', { reason: `its content type is "${type}", not application/json` })
  }
  return parseJson(await readBytes(request, limitBytes))
}

export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
  const tooLarge = () => new EngineError('BODY_TOO_LARGE', { limitBytes })
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge()
  const brokenOff = (cause: unknown) => new EngineError('INVALID_JSON', { reason: 'it broke off' }, { cause })
  return gather(unbroken(request.body ?? [], brokenOff), { limitBytes, tooLarge })
}

/** The bytes of an upload as they come; the reader bounds their number. */
export function readUpload(request: Request): { content: AsyncIterable<Uint8Array>; size?: number } {
  const told = request.headers.get('content-length')
  const content = unbroken(request.body ?? [], (cause) => new EngineError('UPLOAD_BROKEN', {}, { cause }))
  return { content, ...(told !== null && /^\d{1,15}$/.test(told) && { size: Number(told) }) }
}
