import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import type { MachineSample } from '../../../engine.ts'
import { json } from '../../http/route.ts'
import { type Row, row } from '../../http/row.ts'
import type { ControlEngine } from './control-engine.ts'
import { wholeNumber } from './page-query.ts'
import { sandboxIdOf } from './sandbox-id-of.ts'

const MOST_SECONDS = 1e11
const MOST_SANDBOXES = 100
const unixSeconds = wholeNumber(0, MOST_SECONDS).optional()
const range = z
  .object({ start: unixSeconds, end: unixSeconds })
  .refine(({ start, end }) => start === undefined || end === undefined || start <= end, {
    path: ['start'],
    error: 'must not be after end',
  })
const sandboxIds = z.object({
  sandbox_ids: z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .pipe(z.array(z.string()).min(1).max(MOST_SANDBOXES)),
})

/** Present and past resource use of sandboxes. */
export function metricRoutes({ machines }: Pick<ControlEngine, 'machines'>): Row[] {
  /** Undefined for a sandbox that does not exist or belongs to another user. */
  const newest = async (id: string, userId: string): Promise<MachineSample | undefined> => {
    try {
      return (await machines.metrics(sandboxIdOf({ sandboxID: id }), { userId })).at(-1)
    } catch (error) {
      if (error instanceof EngineError && error.code === 'MACHINE_NOT_FOUND') return undefined
      throw error
    }
  }
  return [
    row({ method: 'GET', path: '/sandboxes/{sandboxID}/metrics', query: range }, async ({ params, query, caller }) => {
      const samples = await machines.metrics(sandboxIdOf(params), {
        userId: caller.userId,
        ...(query.start !== undefined && { fromMs: query.start * 1000 }),
        // The last second counts as a whole.
        ...(query.end !== undefined && { toMs: query.end * 1000 + 999 }),
      })
      return json(samples.map(metricAnswer))
    }),
    row({ method: 'GET', path: '/sandboxes/metrics', query: sandboxIds }, async ({ query, caller }) => {
      const found = await Promise.all(
        query.sandbox_ids.map(async (id) => [id, await newest(id, caller.userId)] as const),
      )
      const sandboxes = found.flatMap(([id, sample]) => (sample ? [[id, metricAnswer(sample)] as const] : []))
      return json({ sandboxes: Object.fromEntries(sandboxes) })
    }),
  ]
}

const metricAnswer = (sample: MachineSample) => ({
  timestamp: new Date(sample.atMs).toISOString(),
  timestampUnix: Math.floor(sample.atMs / 1000),
  cpuCount: sample.cpuCount,
  cpuUsedPct: sample.cpuUsedPercent,
  memUsed: sample.memoryUsedBytes,
  memTotal: sample.memoryTotalBytes,
  memCache: sample.memoryCacheBytes,
  diskUsed: sample.diskUsedBytes,
  diskTotal: sample.diskTotalBytes,
})
