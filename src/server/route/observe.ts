import { z } from 'zod'
import { health, logExport, logQuery, settingList, stats } from '../../contract/api.ts'
import { EngineError } from '../../contract/errors.ts'
import { csvPieces, type Engine } from '../../engine.ts'
import { breathing } from '../http/breathing.ts'
import { answers, json, type Route, route } from '../http/route.ts'
import { textStream } from '../http/text-stream.ts'

const statsQuery = z.strictObject({
  scope: z.enum(['own', 'all']).default('own').describe('`all`: every user; admin keys only'),
})

/** Health, statistics, logs and settings of the server. */
export function observeRoutes(engine: Engine): Route[] {
  let looking: ReturnType<Engine['health']> | undefined
  // Anybody may ask at any rate: simultaneous callers share one look.
  const look = () => {
    looking ??= engine.health().finally(() => {
      looking = undefined
    })
    return looking
  }
  return [
    route(
      {
        method: 'GET',
        path: '/v1/health',
        tag: 'Server',
        operation: 'getHealth',
        summary: 'Whether the server can work, by component',
        access: 'open',
        isAlwaysServed: true,
        answers: [
          ...answers(health, 'Everything works'),
          { status: 503, description: 'Something is down', content: { 'application/json': health } },
        ],
      },
      async () => {
        const report = await look()
        return json(report, report.status === 'down' ? 503 : 200)
      },
    ),
    route(
      {
        method: 'GET',
        path: '/v1/stats',
        tag: 'Server',
        operation: 'getStats',
        summary: 'Totals, success rate, languages, durations and errors',
        query: statsQuery,
        errors: ['FORBIDDEN'],
        answers: answers(stats, 'The statistics'),
      },
      async ({ query, caller }) => {
        if (query.scope === 'all' && caller.scope !== 'admin')
          throw new EngineError('FORBIDDEN', { what: 'see the statistics of others' })
        return json(await engine.stats(query.scope === 'all' ? null : caller.userId))
      },
    ),
    route(
      {
        method: 'GET',
        path: '/v1/logs',
        tag: 'Server',
        operation: 'listLogs',
        summary: 'Your log as JSON or CSV, oldest line first',
        query: logQuery,
        answers: [
          { status: 200, description: 'The lines', content: { 'application/json': logExport, 'text/csv': null } },
        ],
      },
      async ({ query: { format, ...query }, caller }) => {
        const lines = await engine.logs({ ...query, userId: caller.userId })
        if (format === 'json') return json({ lines })
        const headers = {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="anneal-log.csv"',
        }
        return new Response(textStream(breathing(csvPieces(lines))), { headers })
      },
    ),
    route(
      {
        method: 'GET',
        path: '/v1/config',
        tag: 'Server',
        operation: 'getConfig',
        summary: 'Every setting, its value and where the value came from',
        access: 'admin',
        answers: answers(settingList, 'The settings; secrets are hidden'),
      },
      async () => json(engine.settings()),
    ),
    route(
      {
        method: 'GET',
        path: '/metrics',
        tag: 'Server',
        operation: 'getMetrics',
        summary: 'Metrics for Prometheus',
        access: 'metrics',
        isAlwaysServed: true,
        answers: [{ status: 200, description: 'Text exposition format', content: { 'text/plain': null } }],
      },
      async () => {
        const { text, contentType } = await engine.metrics.expose()
        return new Response(text, { headers: { 'content-type': contentType } })
      },
    ),
  ]
}
