import { z } from 'zod'
import { mapOf } from '../map-of.ts'
import { bytesOf } from './bytes-of.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlRequest, ControlRoute } from './control-route.ts'
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
const page = z.object({ limit: z.coerce.number().int().min(1).max(100).default(100), nextToken: z.string().optional() })

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
        const { limit, nextToken } = parseQuery(page, query)
        const all = await secrets.list(caller.userId)
        // Where the last page ended; from the start when that one is gone.
        const start = all.findIndex(({ id }) => id === nextToken) + 1
        const found = all.slice(start, start + limit)
        const last = found.at(-1)
        const isMore = last !== undefined && start + limit < all.length
        return { status: 200, body: found.map(told), ...(isMore && { headers: { 'x-next-token': last.id } }) }
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

const told = ({ id, name, version, metadata: kept, createdAtMs, changedAtMs }: Info) => ({
  secretID: id,
  name,
  currentVersion: version,
  metadata: kept,
  createdAt: new Date(createdAtMs).toISOString(),
  updatedAt: new Date(changedAtMs).toISOString(),
})
