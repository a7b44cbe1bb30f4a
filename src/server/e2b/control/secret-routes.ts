import { z } from 'zod'
import { mapOf } from '../map-of.ts'
import { bytesOf } from './bytes-of.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlRequest, ControlRoute } from './control-route.ts'
import { pageOf } from './page-of.ts'
import { pageLimit, pageToken } from './page-query.ts'
import { parseBody, parseQuery } from './parse-body.ts'

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

/** Secrets: told once, never told back. They are put into headers on their way out of sandboxes, see `network.rules`. */
export function secretRoutes({ secrets }: Pick<ControlEngine, 'secrets'>): ControlRoute[] {
  const selectorOf = ({ params }: ControlRequest) => params.secretID ?? ''
  return [
    {
      method: 'POST',
      path: '/secrets',
      async handle({ body, caller }) {
        return { status: 201, body: told(await secrets.create(caller.userId, parseBody(newSecret, body))) }
      },
    },
    {
      method: 'GET',
      path: '/secrets',
      async handle({ query, caller }) {
        const asked = parseQuery(listQuery, query)
        const { items, headers } = pageOf(await secrets.list(caller.userId), placeOf, { ...asked, order: 'asc' })
        return { status: 200, body: items.map(told), headers }
      },
    },
    {
      method: 'GET',
      path: '/secrets/{secretID}',
      handle: async (call) => ({ status: 200, body: told(await secrets.get(call.caller.userId, selectorOf(call))) }),
    },
    {
      method: 'POST',
      path: '/secrets/{secretID}',
      async handle(call) {
        const { metadata: wanted, ...change } = parseBody(secretUpdate, call.body)
        const update = { ...change, ...(wanted && { metadata: wanted }) }
        return { status: 200, body: told(await secrets.update(call.caller.userId, selectorOf(call), update)) }
      },
    },
    {
      method: 'DELETE',
      path: '/secrets/{secretID}',
      async handle(call) {
        await secrets.remove(call.caller.userId, selectorOf(call))
        return { status: 204 }
      },
    },
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
