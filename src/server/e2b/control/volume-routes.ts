import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import { volumeName } from '../../../contract/volume.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlRequest, ControlRoute } from './control-route.ts'
import { parseBody } from './parse-body.ts'

const request = z.object({ name: volumeName })

/** Volumes as E2B names them: by id, each with a token for its files. */
export function volumeRoutes({
  volumes,
  volumeTokens,
}: Pick<ControlEngine, 'volumes' | 'volumeTokens'>): ControlRoute[] {
  const find = async ({ params, caller }: ControlRequest) => {
    const volumeId = params.volumeID ?? ''
    const found = (await volumes.list(caller.userId)).find(({ id }) => id === volumeId)
    if (!found) throw new EngineError('VOLUME_NOT_FOUND', { name: volumeId })
    return found
  }
  const withToken = ({ id, name }: { id: string; name: string }, { caller }: ControlRequest) => ({
    volumeID: id,
    name,
    token: volumeTokens.issue({ userId: caller.userId, volumeId: id }),
  })
  return [
    {
      method: 'POST',
      path: '/volumes',
      async handle(call) {
        const made = await volumes.create(call.caller.userId, parseBody(request, call.body))
        return { status: 201, body: withToken(made, call) }
      },
    },
    {
      method: 'GET',
      path: '/volumes',
      async handle({ caller }) {
        const all = await volumes.list(caller.userId)
        return { status: 200, body: all.map(({ id, name }) => ({ volumeID: id, name })) }
      },
    },
    {
      method: 'GET',
      path: '/volumes/{volumeID}',
      handle: async (call) => ({ status: 200, body: withToken(await find(call), call) }),
    },
    {
      method: 'DELETE',
      path: '/volumes/{volumeID}',
      async handle(call) {
        await volumes.remove({ userId: call.caller.userId, name: (await find(call)).name })
        return { status: 204 }
      },
    },
  ]
}
