import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { EngineError, problemsOf } from '../../../../contract/errors.ts'
import { gather } from '../../../http/gather.ts'
import { parseJson } from '../../../http/parse-json.ts'
import { unbroken } from '../../../http/unbroken.ts'
import { ConnectError } from './connect-error.ts'
import { readEnvelopes } from './envelope.ts'

/** The largest part of a message is input of a program; larger input goes into a file. */
const MESSAGE_BYTES = 33_554_432

export async function readUnary<S extends z.ZodType>(request: IncomingMessage, schema: S): Promise<z.output<S>> {
  const tooLarge = () => new ConnectError('resource_exhausted', `a message has ${MESSAGE_BYTES} bytes at most`)
  return parse(await gather(bytesOf(request), { limitBytes: MESSAGE_BYTES, tooLarge }), schema)
}

/** The messages of a stream as they come. */
export async function* readStreamed<S extends z.ZodType>(
  request: IncomingMessage,
  schema: S,
): AsyncGenerator<z.output<S>> {
  for await (const { payload } of readEnvelopes(bytesOf(request), MESSAGE_BYTES)) yield await parse(payload, schema)
}

/** The single message of a caller who then only listens. */
export async function readOnly<S extends z.ZodType>(request: IncomingMessage, schema: S): Promise<z.output<S>> {
  let only: z.output<S> | undefined
  for await (const message of readStreamed(request, schema)) {
    // Refused at once: a caller who sends without end would fill the server's memory.
    if (only !== undefined) throw notOne()
    only = message
  }
  if (only === undefined) throw notOne()
  return only
}

const notOne = () => new ConnectError('invalid_argument', 'exactly one message is expected')
const unread = (cause: unknown) => {
  const isJson = !(cause instanceof EngineError) || cause.code !== 'INVALID_JSON'
  return new ConnectError('invalid_argument', isJson ? (cause as Error).message : 'the message is not valid JSON', {
    cause,
  })
}
/** Leaving the loop early must not cut the connection, which the answer needs. */
const bytesOf = (request: IncomingMessage) => unbroken(request.iterator({ destroyOnReturn: false }), broken)
const broken = (cause: unknown) => new ConnectError('invalid_argument', 'the request broke off', { cause })

async function parse<S extends z.ZodType>(bytes: Buffer, schema: S): Promise<z.output<S>> {
  const value = bytes.length === 0 ? {} : await parseJson(bytes).catch((cause) => Promise.reject(unread(cause)))
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ConnectError('invalid_argument', problemsOf(parsed.error, 'message').join('; '))
}
