import { on } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { PlainError } from '../plain-error.ts'
import { flow } from './flow.ts'

export interface UploadedFile {
  /** The whole path that the sender wants it under; empty when there is none. */
  filename: string
  content: AsyncIterable<Uint8Array>
}

/** The parts named `file` of a form, one after the other; each must be read to its end, or not at all, before the next. */
export async function* multipartFiles(source: Readable, headers: IncomingHttpHeaders): AsyncGenerator<UploadedFile> {
  const parser = parserOf(headers)
  const found = on(parser, 'file', { close: ['finish'] })
  let current: BusboyFileStream | undefined
  // A part that breaks off must not look like one that has ended.
  parser.once('error', (error) => current?.destroy(error as Error))
  flow(source, parser)
  try {
    for await (const [, stream, filename] of found as AsyncIterable<[string, BusboyFileStream, string | undefined]>) {
      current = stream
      stream.on('error', () => {})
      yield { filename: filename ?? '', content: stream }
      current.resume()
    }
  } catch (cause) {
    throw new PlainError(400, `the form cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  } finally {
    source.unpipe(parser)
    parser.destroy()
  }
}

function parserOf(headers: IncomingHttpHeaders) {
  const { 'content-type': type = '' } = headers
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      preservePath: true,
      isPartAFile: (field) => field === 'file',
    })
  } catch (cause) {
    throw new PlainError(400, `the form cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
