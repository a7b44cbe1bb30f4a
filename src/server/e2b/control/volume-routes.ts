import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import { volumeName } from '../../../contract/volume.ts'
import { json, noContent } from '../../http/route.ts'
import { type Row, type RowCall, row } from '../../http/row.ts'
import type { ControlEngine } from './control-engine.ts'

const request = z.object({ name: volumeName })

/** Volumes in E2B's form: by id, each with a token for its files. */
export function volumeRoutes({ volumes, volumeTokens }: Pick<ControlEngine, 'volumes' | 'volumeTokens'>): Row[] {
  const find = async ({ params, caller }: Pick<RowCall<'{volumeID}'>, 'params' | 'caller'>) => {
    const found = (await volumes.list(caller.userId)).find(({ id }) => id === params.volumeID)
    if (!found) throw new EngineError('VOLUME_NOT_FOUND', { name: params.volumeID })
    return found
  }
  const withToken = ({ id, name }: { id: string; name: string }, { userId }: RowCall['caller']) => ({
    volumeID: id,
    name,
    token: volumeTokens.issue({ userId, volumeId: id }),
  })
  return [
    row({ method: 'POST', path: '/volumes', body: request }, async ({ body, caller }) =>
      json(withToken(await volumes.create(caller.userId, body), caller), 201),
    ),
    row({ method: 'GET', path: '/volumes' }, async ({ caller }) =>
      json((await volumes.list(caller.userId)).map(({ id, name }) => ({ volumeID: id, name }))),
    ),
    row({ method: 'GET', path: '/volumes/{volumeID}' }, async (call) => json(withToken(await find(call), call.caller))),
    row({ method: 'DELETE', path: '/volumes/{volumeID}' }, async (call) => {
      await volumes.remove({ userId: call.caller.userId, name: (await find(call)).name })
      return noContent()
    }),
  ]
}
