import type { IncomingMessage } from 'node:http'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { sendJson } from '../../../http/send-json.ts'
import { unbroken } from '../../../http/unbroken.ts'
import type { Visit } from '../../visit.ts'
import { userNamed } from '../machine-user.ts'
import { PlainError } from '../plain-error.ts'
import { resolvePath } from '../resolve-path.ts'
import { flow } from './flow.ts'
import { attributesFor, metadataOf } from './metadata.ts'
import { multipartFiles, type UploadedFile } from './multipart-files.ts'

/** `POST /files`: writes one file or many, with their directories, as the bytes come in. */
export async function upload({ request, response, url, machine }: Visit): Promise<void> {
  const metadata = metadataOf(request)
  const user = await userNamed(machine, url.searchParams.get('username') ?? '')
  const files = machine.sandbox.files.as(user.name)
  const asked = url.searchParams.get('path') ?? ''
  const written = new Map<string, object>()
  for await (const { filename, content } of filesIn(request, asked)) {
    const named = asked || filename
    if (named === '') throw new PlainError(400, 'a file has neither a path nor a name')
    const path = resolvePath(named, { machine, user })
    if (written.has(path)) throw new PlainError(400, `you cannot upload multiple files to the same path '${path}'`)
    await files.write(path, content, { attributes: attributesFor(metadata) })
    const hasMetadata = Object.keys(metadata).length > 0
    written.set(path, { path, name: posix.basename(path), type: 'file', ...(hasMetadata && { metadata }) })
  }
  sendJson(response, { status: 200, value: [...written.values()] })
}

async function* filesIn(request: IncomingMessage, path: string): AsyncGenerator<UploadedFile> {
  const { 'content-type': header = '' } = request.headers
  const type = header.split(';', 1)[0]?.trim().toLowerCase()
  // Leaving the loop early must not cut the connection, which the answer needs.
  const body = unbroken(decoded(request).iterator({ destroyOnReturn: false }), broken)
  if (type === 'multipart/form-data') return yield* multipartFiles(body, header)
  if (type !== 'application/octet-stream') {
    throw new PlainError(400, `send multipart/form-data or application/octet-stream, not '${type}'`)
  }
  if (path === '') throw new PlainError(400, "the parameter 'path' is required for application/octet-stream")
  yield { filename: path, content: body }
}

function decoded(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return request
  if (encoding === 'gzip') return flow(request, createGunzip())
  throw new PlainError(400, `unsupported content encoding '${encoding}', supported: [identity, gzip]`)
}

const broken = (cause: unknown) => new PlainError(400, 'the content broke off or cannot be unpacked', { cause })
