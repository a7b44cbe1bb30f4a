import { z } from 'zod'
import { json, noContent } from '../../http/route.ts'
import { type Row, row } from '../../http/row.ts'
import { mapOf } from '../map-of.ts'
import { bytesOf } from './bytes-of.ts'
import type { ControlEngine } from './control-engine.ts'
import { pageAnswer, pageOf } from './page-of.ts'
import { pageLimit, pageToken } from './page-query.ts'

const bytes = (text: string) => Buffer.byteLength(text)
const metadata = mapOf({
  name: z.string().refine((key) => bytes(key) <= 128, 'must be at most 128 bytes'),
  value: z.string().refine((text) => bytes(text) <= 1024, 'must be at most 1024 bytes'),
  mostEntries: 32,
}).superRefine(bytesOf(8192))
const value = z.string().min(1).max(65_536)
const newSecret = z.object({
  name: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,128}$/, 'must be 1 to 128 letters, digits, "_" and "-"')
    .refine((name) => !name.toLowerCase().startsWith('sec_'), 'must not begin with "sec_"'),
  value,
  metadata: metadata.default({}),
})
const secretUpdate = z.object({ value, metadata: metadata.optional() })
const listQuery = z.object({ limit: pageLimit, nextToken: pageToken })

type Info = Awaited<ReturnType<ControlEngine['secrets']['get']>>

/** Secrets: given once, never shown again. They are put into headers of outgoing requests, see `network.rules`. */
export function secretRoutes({ secrets }: Pick<ControlEngine, 'secrets'>): Row[] {
  return [
    row({ method: 'POST', path: '/secrets', body: newSecret }, async ({ body, caller }) =>
      json(told(await secrets.create(caller.userId, body)), 201),
    ),
    row({ method: 'GET', path: '/secrets', query: listQuery }, async ({ query, caller }) => {
      const all = await secrets.list(caller.userId)
      const { items, headers } = pageOf(all, placeOf, { ...query, order: 'asc' })
      return pageAnswer({ items: items.map(told), headers })
    }),
    row({ method: 'GET', path: '/secrets/{secretID}' }, async ({ params, caller }) =>
      json(told(await secrets.get(caller.userId, params.secretID))),
    ),
    row({ method: 'POST', path: '/secrets/{secretID}', body: secretUpdate }, async ({ params, body, caller }) => {
      const { metadata: wanted, ...change } = body
      const update = { ...change, ...(wanted && { metadata: wanted }) }
      return json(told(await secrets.update(caller.userId, params.secretID, update)))
    }),
    row({ method: 'DELETE', path: '/secrets/{secretID}' }, async ({ params, caller }) => {
      await secrets.remove(caller.userId, params.secretID)
      return noContent()
    }),
  ]
}

const placeOf = ({ createdAtMs, name }: Info) => ({ atMs: createdAtMs, id: name })
const told = ({ id, name, version, metadata: kept, createdAtMs, changedAtMs }: Info) => ({
  secretID: id,
  name,
  currentVersion: version,
  metadata: kept,
  createdAt: new Date(createdAtMs).toISOString(),
  updatedAt: new Date(changedAtMs).toISOString(),
})
