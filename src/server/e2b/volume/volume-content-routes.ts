import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { EngineError } from '../../../contract/errors.ts'
import { sendJson } from '../../http/send-json.ts'
import type { ControlEngine } from '../control/control-engine.ts'
import type { StreamRoute, StreamVisit } from '../control/control-route.ts'
import { cutOff } from '../cut-off.ts'
import type { ContentAnswer, ContentCall } from './content-call.ts'
import { contentHandlers } from './content-handlers.ts'

type VolumeEngine = Pick<ControlEngine, 'volumes' | 'settleVolume' | 'volumeTokens'>

/** The files of volumes, for who bears the token of one. */
export function volumeContentRoutes(engine: VolumeEngine): StreamRoute[] {
  return contentHandlers.map(({ method, kind, handle }) => ({
    method,
    path: `/volumecontent/{volumeID}/${kind}`,
    async stream(visit) {
      const call = await callOf(engine, visit)
      // Sandboxes that show the volume may have changed it a moment ago, and are to see what is changed now.
      await engine.settleVolume(call.volume)
      const answer = await handle(call)
      if (method !== 'GET') await engine.settleVolume(call.volume)
      await send(visit.response, answer)
    },
  }))
}

async function callOf({ volumes, volumeTokens }: VolumeEngine, visit: StreamVisit): Promise<ContentCall> {
  const { params, query, request } = visit
  const grant = volumeTokens.read(bearerOf(request))
  // A token for one volume says nothing about another, not even whether there is one.
  if (!grant || grant.volumeId !== params.volumeID) throw new EngineError('VOLUME_TOKEN_REFUSED', {})
  const info = (await volumes.list(grant.userId)).find(({ id }) => id === grant.volumeId)
  if (!info) throw new EngineError('VOLUME_NOT_FOUND', { name: grant.volumeId })
  const path = (query.get('path') ?? '').split('/').filter(Boolean).join('/')
  return { volumes, volume: { userId: grant.userId, name: info.name }, info, path, query, request }
}

function bearerOf({ headers }: IncomingMessage): string {
  const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ', 2)
  return scheme.toLowerCase() === 'bearer' ? token : ''
}

async function send(response: ServerResponse, { status, body, file }: ContentAnswer): Promise<void> {
  if (file) {
    response.writeHead(status, { 'content-type': 'application/octet-stream', 'content-length': file.size })
    // Whoever stops reading is no bug; the cut connection says the rest.
    await pipeline(file.content, response).catch(() => cutOff(response))
  } else if (body === undefined) response.writeHead(status).end()
  else sendJson(response, { status, value: body })
}
