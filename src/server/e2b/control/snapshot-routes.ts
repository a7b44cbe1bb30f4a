import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import type { Snapshot } from '../../../engine.ts'
import { json, noContent } from '../../http/route.ts'
import { type Row, row } from '../../http/row.ts'
import type { ControlEngine } from './control-engine.ts'
import { pageAnswer, pageOf } from './page-of.ts'
import { pageLimit, pageToken } from './page-query.ts'
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

/** Snapshots of sandboxes, from which others can be started. */
export function snapshotRoutes({ machines, images }: Pick<ControlEngine, 'machines' | 'images'>): Row[] {
  return [
    row(
      { method: 'POST', path: '/sandboxes/{sandboxID}/snapshots', body: snapshotRequest },
      async ({ params, body, caller: { userId } }) => {
        const asked = { userId, ...(body.name != null && { name: body.name }) }
        return json(snapshotAnswer(await machines.snapshot(sandboxIdOf(params), asked)), 201)
      },
    ),
    row({ method: 'GET', path: '/snapshots', query: listQuery }, async ({ query, caller: { userId } }) => {
      const { sandboxID, name: called, ...page } = query
      const found = await images.listSnapshots({
        userId,
        ...(sandboxID && { machineId: sandboxID }),
        ...(called && { name: called }),
      })
      const { items, headers } = pageOf(found, placeOf, { ...page, order: 'desc' })
      return pageAnswer({ items: items.map(snapshotAnswer), headers })
    }),
    row({ method: 'DELETE', path: '/templates/{templateID}' }, async ({ params: { templateID }, caller }) => {
      const isName = templateID.length <= MOST_NAME && !templateID.includes('\0')
      if (isName && (await images.remove(templateID, caller.userId))) return noContent()
      throw new EngineError('TEMPLATE_NOT_FOUND', { template: templateID.slice(0, MOST_NAME) })
    }),
  ]
}

const snapshotAnswer = ({ id, names }: Snapshot) => ({ snapshotID: id, names })
const placeOf = ({ createdAtMs, id }: Snapshot) => ({ atMs: createdAtMs, id })
