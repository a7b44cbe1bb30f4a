import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { EngineError } from '../../../../contract/errors.ts'
import { type ByteRange, byteRangeOf } from '../../../http/byte-range.ts'
import { cutOff } from '../../cut-off.ts'
import type { Visit } from '../../visit.ts'
import { reachedBy } from '../filesystem/entry-info.ts'
import { userNamed } from '../machine-user.ts'
import { PlainError } from '../plain-error.ts'
import { resolvePath } from '../resolve-path.ts'
import { acceptedEncoding } from './accepted-encoding.ts'

/** `GET /files`: the bytes of a file, or a part of them, as fast as the reader takes them. */
export async function download({ request, response, url, machine }: Visit): Promise<void> {
  const user = await userNamed(machine, url.searchParams.get('username') ?? '')
  const path = resolvePath(url.searchParams.get('path') ?? '', { machine, user })
  const files = machine.sandbox.files.as(user.name)
  const size = await sizeOf(files, path)
  const range = size === undefined ? undefined : rangeOf(request.headers.range, size)
  const encoding = range ? 'identity' : acceptedEncoding(request.headers['accept-encoding'])
  const bytes = files.readStream(path, range ? { start: range.start, end: range.end + 1 } : endAt(size))
  const { first, all } = await begun(bytes)
  // A virtual file of the kernel reports size 0 and still has content.
  const length = range ? range.end - range.start + 1 : size === 0 && first ? undefined : size
  const isCompressed = encoding === 'gzip' && length !== 0
  response.writeHead(range ? 206 : 200, {
    'content-type': 'application/octet-stream',
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(posix.basename(path).toWellFormed())}`,
    'accept-ranges': 'bytes',
    // Browsers show the file on an address that others share, so its type must not be guessed.
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
    ...(isCompressed && { 'content-encoding': 'gzip' }),
    ...(!isCompressed && length !== undefined && { 'content-length': String(length) }),
  })
  const source = Readable.from(all, { objectMode: false })
  const sent = isCompressed ? pipeline(source, createGzip(), response) : pipeline(source, response)
  // When the reader leaves or the file cannot be read to its end, the answer breaks off visibly.
  await sent.catch(() => cutOff(response))
}

type Files = Visit['machine']['sandbox']['files']

/** Undefined when a link leads to a file whose size only reading tells. */
async function sizeOf(files: Files, path: string): Promise<number | undefined> {
  const entry = await files.stat(path, { details: true }).catch((error) => missing(error, path))
  const { type, size } = reachedBy(entry)
  if (type === 'directory') throw new PlainError(400, `path '${path}' is a directory`)
  return entry.type === 'symlink' && !entry.details?.target ? undefined : size
}

function missing(error: unknown, path: string): never {
  if (!(error instanceof EngineError) || error.code !== 'PATH_NOT_FOUND') throw error
  throw new PlainError(404, `path '${path}' does not exist`, { cause: error })
}

function rangeOf(header: string | undefined, size: number): ByteRange | undefined {
  try {
    return byteRangeOf(header ?? null, size)
  } catch (cause) {
    throw new PlainError(416, 'invalid range', { cause, headers: { 'content-range': `bytes */${size}` } })
  }
}

/** Data written to the file from now on is not part of the answer, whose length is fixed. */
function endAt(size: number | undefined): { end?: number } {
  return size ? { end: size } : {}
}

/** Reads the first piece, so that an unreadable file is reported before the answer begins. */
async function begun(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* all() {
    try {
      if (!first.done) yield first.value
      yield* { [Symbol.asyncIterator]: () => iterator }
    } finally {
      await iterator.return?.()
    }
  }
  return { first: first.done ? undefined : first.value, all: all() }
}
