import { EngineError } from '../../../contract/errors.ts'
import { type Row, type RowCall, row } from '../../http/row.ts'
import type { ControlEngine } from '../control/control-engine.ts'
import type { ContentCall } from './content-call.ts'
import { contentHandlers } from './content-handlers.ts'

type VolumeEngine = Pick<ControlEngine, 'volumes' | 'settleVolume' | 'volumeTokens'>

/** The files of volumes, for the bearer of a volume's token. */
export function volumeContentRoutes(engine: VolumeEngine): Row[] {
  return contentHandlers.map(({ method, kind, handle }) =>
    row({ method, path: `/volumecontent/{volumeID}/${kind}`, access: 'open' }, async ({ params, request }) => {
      const call = await callOf(engine, { volumeId: params.volumeID ?? '', request })
      // Sandboxes that show the volume may have just changed it, and must see changes made here.
      await engine.settleVolume(call.volume)
      const answer = await handle(call)
      if (method !== 'GET') await engine.settleVolume(call.volume)
      return answer
    }),
  )
}

interface Named extends Pick<RowCall, 'request'> {
  volumeId: string
}

async function callOf({ volumes, volumeTokens }: VolumeEngine, { volumeId, request }: Named): Promise<ContentCall> {
  const grant = volumeTokens.read(bearerOf(request))
  // A token for one volume reveals nothing about another, not even whether it exists.
  if (!grant || grant.volumeId !== volumeId) throw new EngineError('VOLUME_TOKEN_REFUSED', {})
  const info = (await volumes.list(grant.userId)).find(({ id }) => id === volumeId)
  if (!info) throw new EngineError('VOLUME_NOT_FOUND', { name: volumeId })
  const query = new URL(request.url).searchParams
  const path = (query.get('path') ?? '').split('/').filter(Boolean).join('/')
  return { volumes, volume: { userId: grant.userId, name: info.name }, info, path, query, request }
}

function bearerOf({ headers }: Request): string {
  const [scheme = '', token = ''] = (headers.get('authorization') ?? '').split(' ', 2)
  return scheme.toLowerCase() === 'bearer' ? token : ''
}
