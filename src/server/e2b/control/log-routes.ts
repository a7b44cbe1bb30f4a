import { z } from 'zod'
import type { MachineLog } from '../../../engine.ts'
import { json } from '../../http/route.ts'
import { type Row, row } from '../../http/row.ts'
import { chooseLines, leastLevel, lineCursor } from './choose-lines.ts'
import type { ControlEngine } from './control-engine.ts'
import { wholeNumber } from './page-query.ts'
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

/** The log of a sandbox, in lines. */
export function logRoutes({ machines }: Pick<ControlEngine, 'machines'>): Row[] {
  return [
    row(
      { method: 'GET', path: '/sandboxes/{sandboxID}/logs', query: firstQuery },
      async ({ params, query, caller }) => {
        const { start = 0, limit } = query
        const all = await machines.logs(sandboxIdOf(params), caller)
        const logEntries = chosen(all, { cursor: start, limit, direction: 'forward', level: 'debug', search: '' })
        const logs = logEntries.map(({ timestamp, message }) => ({ timestamp, line: message }))
        return json({ logs, logEntries })
      },
    ),
    row(
      { method: 'GET', path: '/v2/sandboxes/{sandboxID}/logs', query: secondQuery },
      async ({ params, query, caller }) =>
        json({ logs: chosen(await machines.logs(sandboxIdOf(params), caller), query) }),
    ),
  ]
}

function chosen(all: readonly MachineLog[], { limit, search, ...choice }: z.infer<typeof secondQuery>) {
  return chooseLines(all, choice)
    .filter(({ message }) => message.includes(search))
    .slice(0, limit)
    .map(({ atMs, level, message }) => ({ timestamp: new Date(atMs).toISOString(), level, message, fields: {} }))
}
