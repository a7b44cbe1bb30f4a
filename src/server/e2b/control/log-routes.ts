import { z } from 'zod'
import type { MachineLog } from '../../../engine.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlRoute } from './control-route.ts'
import { wholeNumber } from './page-query.ts'
import { parseQuery } from './parse-body.ts'
import { sandboxIdOf } from './sandbox-id-of.ts'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const
const MOST_LINES = 1000
const MOST_TEXT = 256
const milliseconds = wholeNumber(0, 1e14).optional()

const firstQuery = z.object({ start: milliseconds, limit: wholeNumber(0, 1e9).default(MOST_LINES) })
const secondQuery = z.object({
  cursor: milliseconds,
  limit: wholeNumber(0, MOST_LINES).default(MOST_LINES),
  direction: z.enum(['forward', 'backward']).default('forward'),
  level: z.enum(LEVELS).default('debug'),
  search: z.string().max(MOST_TEXT).default(''),
})

/** What happened to a sandbox, in lines. */
export function logRoutes({ machines }: Pick<ControlEngine, 'machines'>): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/sandboxes/{sandboxID}/logs',
      async handle({ params, query, caller: { userId } }) {
        const { start = 0, limit } = parseQuery(firstQuery, query)
        const all = await machines.logs(sandboxIdOf(params), { userId })
        const logEntries = chosen(all, { cursor: start, limit, direction: 'forward', level: 'debug', search: '' })
        const logs = logEntries.map(({ timestamp, message }) => ({ timestamp, line: message }))
        return { status: 200, body: { logs, logEntries } }
      },
    },
    {
      method: 'GET',
      path: '/v2/sandboxes/{sandboxID}/logs',
      async handle({ params, query, caller: { userId } }) {
        const asked = parseQuery(secondQuery, query)
        const all = await machines.logs(sandboxIdOf(params), { userId })
        return { status: 200, body: { logs: chosen(all, asked) } }
      },
    },
  ]
}

/** Forward: the oldest first, from the cursor on. Backward: the newest first, up to the cursor. */
function chosen(all: readonly MachineLog[], asked: z.infer<typeof secondQuery>) {
  const { cursor, limit, direction, level, search } = asked
  const isForward = direction === 'forward'
  const sign = isForward ? 1 : -1
  return all
    .filter(({ atMs }) => cursor === undefined || (isForward ? atMs >= cursor : atMs <= cursor))
    .filter((line) => LEVELS.indexOf(line.level) >= LEVELS.indexOf(level) && line.message.includes(search))
    .toSorted((one, other) => sign * (one.atMs - other.atMs))
    .slice(0, limit)
    .map(({ atMs, level: told, message }) => ({
      timestamp: new Date(atMs).toISOString(),
      ...{ level: told, message, fields: {} },
    }))
}
