import { z } from 'zod'
import type { MachineLog } from '../../../engine.ts'
import { chooseLines, leastLevel, lineCursor } from './choose-lines.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlRoute } from './control-route.ts'
import { wholeNumber } from './page-query.ts'
import { parseQuery } from './parse-body.ts'
import { sandboxIdOf } from './sandbox-id-of.ts'

const MOST_LINES = 1000
const MOST_TEXT = 256

const firstQuery = z.object({ start: lineCursor.cursor, limit: wholeNumber(0, 1e9).default(MOST_LINES) })
const secondQuery = z.object({
  ...lineCursor,
  limit: wholeNumber(0, MOST_LINES).default(MOST_LINES),
  level: leastLevel,
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

function chosen(all: readonly MachineLog[], { limit, search, ...choice }: z.infer<typeof secondQuery>) {
  return chooseLines(all, choice)
    .filter(({ message }) => message.includes(search))
    .slice(0, limit)
    .map(({ atMs, level, message }) => ({ timestamp: new Date(atMs).toISOString(), level, message, fields: {} }))
}
