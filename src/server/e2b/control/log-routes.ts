import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import { json } from '../../http/route.ts'
import { type Row, row } from '../../http/row.ts'
import { chooseLines, leastLevel, lineCursor } from './choose-lines.ts'
import type { ControlEngine } from './control-engine.ts'
import { type MachineLine, machineLines } from './machine-lines.ts'
import { wholeNumber } from './page-query.ts'
import { sandboxIdOf } from './sandbox-id-of.ts'

const MOST_LINES = 1000
const MOST_TEXT = 256
/** More than the store keeps of a machine. */
const MOST_EVENTS = 10_000

const firstQuery = z.object({ start: lineCursor.cursor, limit: wholeNumber(0, 1e9).default(MOST_LINES) })
const secondQuery = z.object({
  ...lineCursor,
  limit: wholeNumber(0, MOST_LINES).default(MOST_LINES),
  level: leastLevel,
  search: z.string().max(MOST_TEXT).default(''),
})

/** The stream of a sandbox in lines, also of one that has ended. */
export function logRoutes({ events }: Pick<ControlEngine, 'events'>): Row[] {
  const linesOf = async (machineId: string, userId: string): Promise<MachineLine[]> => {
    const page = { userId, subject: `machine:${machineId}` as const, limit: MOST_EVENTS }
    return machineLines((await events.page(page).catch(notFoundAs(machineId))).events)
  }
  return [
    row(
      { method: 'GET', path: '/sandboxes/{sandboxID}/logs', query: firstQuery },
      async ({ params, query, caller }) => {
        const { start = 0, limit } = query
        const all = await linesOf(sandboxIdOf(params), caller.userId)
        const logEntries = chosen(all, { cursor: start, limit, direction: 'forward', level: 'debug', search: '' })
        const logs = logEntries.map(({ timestamp, ...entry }) => ({ timestamp, line: jsonLine(entry) }))
        return json({ logs, logEntries })
      },
    ),
    row(
      { method: 'GET', path: '/v2/sandboxes/{sandboxID}/logs', query: secondQuery },
      async ({ params, query, caller }) =>
        json({ logs: chosen(await linesOf(sandboxIdOf(params), caller.userId), query) }),
    ),
  ]
}

/** A line as E2B keeps it, which its command line parses and sorts by logger. */
const jsonLine = ({ level, message }: { level: string; message: string }) =>
  JSON.stringify({ level, logger: 'sandbox', message })

const notFoundAs = (machineId: string) => (error: unknown) => {
  throw error instanceof EngineError && error.status === 404
    ? new EngineError('MACHINE_NOT_FOUND', { machineId })
    : error
}

function chosen(all: readonly MachineLine[], { limit, search, ...choice }: z.infer<typeof secondQuery>) {
  return chooseLines(all, choice)
    .filter(({ message }) => message.includes(search))
    .slice(0, limit)
    .map(({ atMs, level, message }) => ({ timestamp: new Date(atMs).toISOString(), level, message, fields: {} }))
}
