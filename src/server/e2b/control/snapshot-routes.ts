import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import type { Snapshot } from '../../../engine.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlRoute } from './control-route.ts'
import { pageOf } from './page-of.ts'
import { pageLimit, pageToken } from './page-query.ts'
import { parseBody, parseQuery } from './parse-body.ts'
import { sandboxIdOf } from './sandbox-id-of.ts'

const MOST_NAME = 256
/** `name`, `name:tag`, `namespace/name:tag`. */
const NAME = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)?(:[a-z0-9][\w.-]*)?$/i
const name = z.string().max(MOST_NAME).regex(NAME, 'must be a name such as "my-snapshot" or "my-snapshot:v2"')
const snapshotRequest = z.object({ name: name.nullish() })
const listQuery = z.object({
  sandboxID: z.string().max(MOST_NAME).optional(),
  name: z.string().max(MOST_NAME).optional(),
  limit: pageLimit,
  nextToken: pageToken,
})

/** States that were kept of sandboxes, and can be started from. */
export function snapshotRoutes({ machines, images }: Pick<ControlEngine, 'machines' | 'images'>): ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/sandboxes/{sandboxID}/snapshots',
      async handle({ params, body, caller: { userId } }) {
        const asked = parseBody(snapshotRequest, body)
        const snapshot = await machines.snapshot(sandboxIdOf(params), {
          userId,
          ...(asked.name != null && { name: asked.name }),
        })
        return { status: 201, body: snapshotAnswer(snapshot) }
      },
    },
    {
      method: 'GET',
      path: '/snapshots',
      async handle({ query, caller: { userId } }) {
        const { sandboxID, name: called, ...page } = parseQuery(listQuery, query)
        const found = await images.listSnapshots({
          userId,
          ...(sandboxID && { machineId: sandboxID }),
          ...(called && { name: called }),
        })
        const { items, headers } = pageOf(found, placeOf, { ...page, order: 'desc' })
        return { status: 200, body: items.map(snapshotAnswer), headers }
      },
    },
    {
      method: 'DELETE',
      path: '/templates/{templateID}',
      async handle({ params: { templateID = '' }, caller: { userId } }) {
        const isName = templateID.length <= MOST_NAME && !templateID.includes('\0')
        if (isName && (await images.remove(templateID, userId))) return { status: 204 }
        throw new EngineError('TEMPLATE_NOT_FOUND', { template: templateID.slice(0, MOST_NAME) })
      },
    },
  ]
}

const snapshotAnswer = ({ id, names }: Snapshot) => ({ snapshotID: id, names })
const placeOf = ({ createdAtMs, id }: Snapshot) => ({ atMs: createdAtMs, id })
