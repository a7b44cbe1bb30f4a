import { z } from 'zod'
import type { MachineFilter, MachineInfo } from '../../../engine.ts'
import { json } from '../../http/route.ts'
import { type Row, row } from '../../http/row.ts'
import type { ControlEngine } from './control-engine.ts'
import { readMetadataQuery } from './metadata-query.ts'
import { pageAnswer, pageOf } from './page-of.ts'
import { pageLimit, pageToken } from './page-query.ts'
import { sandboxAnswers } from './sandbox-answer.ts'

const STATES = ['running', 'paused'] as const
const states = z
  .string()
  .transform((text) => text.split(',').filter((state) => state !== ''))
  .pipe(z.array(z.enum(STATES)))

const listQuery = z.object({
  metadata: z.string().optional(),
  state: states.optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  startedAfter: z.iso.datetime({ offset: true }).optional(),
  template: z.string().max(256).optional(),
  limit: pageLimit,
  nextToken: pageToken,
})
const legacyQuery = listQuery.pick({ metadata: true })

/** Lists the sandboxes of a caller, filtered by state and metadata. */
export function listRoutes({ machines, config }: Pick<ControlEngine, 'machines' | 'config'>): Row[] {
  const { listed } = sandboxAnswers(config)
  return [
    row({ method: 'GET', path: '/sandboxes', query: legacyQuery }, async ({ query, caller: { userId } }) => {
      const found = await machines.list({ userId, states: ['running'], ...metadataOf(query.metadata) })
      return json(found.map(listed))
    }),
    row({ method: 'GET', path: '/v2/sandboxes', query: listQuery }, async ({ query, caller }) => {
      const found = await machines.list(filterOf(query, caller.userId))
      const { items, headers } = pageOf(found, ({ startedAtMs, id }) => ({ atMs: startedAtMs, id }), query)
      return pageAnswer({ items: items.map(listed), headers: { ...headers, ...totalOf(found, query.state) } })
    }),
  ]
}

function filterOf(asked: z.infer<typeof listQuery>, userId: string): MachineFilter {
  const { metadata, state = [], startedAfter, template } = asked
  return {
    userId,
    states: state.length > 0 ? state : [...STATES],
    ...metadataOf(metadata),
    ...(template && { template }),
    ...(startedAfter !== undefined && { startedAfterMs: Date.parse(startedAfter) }),
  }
}

const metadataOf = (text: string | undefined) => (text ? { metadata: readMetadataQuery(text) } : {})

/** The total is sent only to callers who asked for running sandboxes. */
function totalOf(found: MachineInfo[], asked: readonly string[] = []): Record<string, string> {
  if (asked.length > 0 && !asked.includes('running')) return {}
  return { 'x-total-running': String(found.filter(({ state }) => state === 'running').length) }
}
