import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { EngineError } from '../../../contract/errors.ts'
import type { Engine } from '../../../engine.ts'
import type { ContentAnswer } from './content-call.ts'
import { contentHandlers } from './content-handlers.ts'

type VolumeEngine = Pick<Engine, 'volumes' | 'volumeTokens' | 'onBug'>

const PATH = /^\/volumecontent\/([^/]{1,100})\/(path|dir|file)$/

/** The files of volumes, for who bears the token of one. */
export function createVolumeContent(engine: VolumeEngine) {
  return {
    isFor: (path: string): boolean => path.startsWith('/volumecontent/'),
    async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
      try {
        await send(response, await contentOf(engine, request, url))
      } catch (error) {
        refuse(response, error instanceof EngineError ? error : engine.onBug(error))
      }
    },
  }
}

async function contentOf(
  { volumes, volumeTokens }: VolumeEngine,
  request: IncomingMessage,
  url: URL,
): Promise<ContentAnswer> {
  const method = request.method ?? ''
  const [, volumeId = '', kind = ''] = PATH.exec(url.pathname) ?? []
  const handler = contentHandlers[`${method} ${kind}`]
  if (!handler) throw new EngineError('NOT_FOUND', { method, path: url.pathname })
  const grant = volumeTokens.read(bearerOf(request))
  // A token for one volume says nothing about another, not even whether there is one.
  if (grant?.volumeId !== volumeId)
    throw new EngineError('UNAUTHENTICATED', { reason: 'the token is not of this volume' })
  const info = (await volumes.list(grant.userId)).find(({ id }) => id === volumeId)
  if (!info) throw new EngineError('VOLUME_NOT_FOUND', { name: volumeId })
  const volume = { userId: grant.userId, name: info.name }
  const path = (url.searchParams.get('path') ?? '').split('/').filter(Boolean).join('/')
  return handler({ volumes, volume, info, path, query: url.searchParams, request })
}

function bearerOf({ headers }: IncomingMessage): string {
  const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ', 2)
  return scheme.toLowerCase() === 'bearer' ? token : ''
}

async function send(response: ServerResponse, { status, body, file }: ContentAnswer): Promise<void> {
  if (file) {
    response.writeHead(status, { 'content-type': 'application/octet-stream', 'content-length': file.size })
    // Whoever stops reading is no bug; the cut connection says the rest.
    await pipeline(file.content, response).catch(() => response.destroy())
  } else if (body === undefined) response.writeHead(status).end()
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, error: EngineError): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(error.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: error.status, message: error.message }))
}
