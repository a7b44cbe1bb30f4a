import { PlainError } from '../plain-error.ts'
import { createByteScanner, TornBody } from './byte-scanner.ts'
import { headerParameters } from './header-parameters.ts'

export interface UploadedFile {
  /** The path that the sender gives; empty when there is none. */
  filename: string
  content: AsyncIterable<Uint8Array>
}

const HEADER_BYTES = 16_384
const BOUNDARY_CHARACTERS = 70
const END_OF_HEADERS = Buffer.from('\r\n\r\n')

/**
 * The parts named `file` of a form, one after the other, as their bytes come in. Unread bytes of a part are dropped
 * when the next one is asked for. Throws 400 for a body that is no form; a part that breaks off throws while it is
 * read.
 */
export async function* multipartFiles(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<UploadedFile> {
  const boundary = headerParameters(contentType).get('boundary') ?? ''
  if (boundary === '' || boundary.length > BOUNDARY_CHARACTERS) throw new PlainError(400, 'the form has no boundary')
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter may be the very first line.
  const scanner = createByteScanner(body, Buffer.from('\r\n'))
  try {
    for await (const _ of scanner.until(delimiter));
    while ((await scanner.peek(2)).toString('latin1') !== '--') {
      const { name, filename } = namesIn(await textOf(scanner.until(END_OF_HEADERS)))
      const content = scanner.until(delimiter)
      if (name === 'file') yield { filename, content: told(content) }
      for await (const _ of content);
    }
  } catch (error) {
    throw explained(error)
  } finally {
    await scanner.close()
  }
}

async function* told(content: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // Read step by step: a reader who stops early must not end the scanner that finds the next part.
    for (let step = await content.next(); !step.done; step = await content.next()) yield step.value
  } catch (error) {
    throw explained(error)
  }
}

function explained(error: unknown): unknown {
  return error instanceof TornBody ? new PlainError(400, error.message, { cause: error }) : error
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > HEADER_BYTES) throw new PlainError(400, 'a part of the form has too many headers')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function namesIn(headers: string): { name: string; filename: string } {
  const line = headers.split('\r\n').find((one) => one.toLowerCase().startsWith('content-disposition:')) ?? ''
  const parameters = headerParameters(line)
  const extended = extendedText(parameters.get('filename*') ?? '')
  return { name: parameters.get('name') ?? '', filename: extended || (parameters.get('filename') ?? '') }
}

/** Decodes `UTF-8''a%20b`, the form for names that plain headers cannot hold. */
function extendedText(value: string): string {
  const [charset = '', , encoded = ''] = value.split("'")
  if (charset.toLowerCase() !== 'utf-8') return ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
