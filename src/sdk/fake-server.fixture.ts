import { Hono } from 'hono'
import type { HostReport, NewKey, RunSummary, SettingList, Stats } from '../contract/api.ts'
import { EngineError, type ErrorCode, type ErrorDetails, problemsOf } from '../contract/errors.ts'
import type { RunEvent } from '../contract/event.ts'
import { reduceRun } from '../contract/reduce-run.ts'
import { runRequest } from '../contract/run.ts'
import { block, helloRun, RUN_ID } from './story.fixture.ts'

export const API_KEY = `e2b_${'0a'.repeat(20)}`
const KEY_ID = 'key01k9vq3ce4r8u2m5t7a1b'
export const STARTED_AT = Date.UTC(2026, 10, 15, 5, 30, 0)

export interface SeenCall {
  method: string
  path: string
  headers: Headers
  body: unknown
}

/** Answers the routes of the API with fixed, valid answers, and records every call. */
export function createFakeServer(
  options: { story?: RunEvent[]; report?: HostReport; brokenChecks?: string[]; openChecks?: string[] } = {},
) {
  const story = options.story ?? helloRun()
  const calls: SeenCall[] = []
  const app = new Hono()

  app.use(async (context, next) => {
    const { method, url, headers } = context.req.raw
    const body = method === 'POST' ? await context.req.raw.clone().text() : ''
    calls.push({
      method,
      path: url.replace(/^https?:\/\/[^/]+/, ''),
      headers,
      body: body ? JSON.parse(body) : undefined,
    })
    if (context.req.path !== '/v1/health' && headers.get('authorization') !== `Bearer ${API_KEY}`) {
      return refuse('UNAUTHENTICATED', { reason: 'it is unknown' })
    }
    return next()
  })
  app.post('/v1/runs', async (context) => {
    const parsed = runRequest.safeParse(await context.req.json())
    if (!parsed.success) return refuse('INVALID_REQUEST', { problems: problemsOf(parsed.error, 'body') })
    return tell(story)
  })
  app.get('/v1/runs', (context) => context.json({ runs: [summary, running] }))
  app.get('/v1/runs/:id', (context) =>
    context.req.param('id') === RUN_ID
      ? context.json(reduceRun(story))
      : refuse('RUN_NOT_FOUND', { runId: context.req.param('id') }),
  )
  app.get('/v1/runs/:id/events', (context) => {
    const last = Number(context.req.header('last-event-id') ?? 0)
    return tell(story.filter((event) => event.seq > last))
  })
  app.post('/v1/runs/:id/cancel', (context) => context.json({ ...summary, outcome: 'cancelled' }))
  addOtherRoutes(app, options.report ?? report)
  addCheckRoutes(app, options.brokenChecks ?? [], options.openChecks ?? [])
  return { calls, fetch: ((input, init) => app.request(input as string, init)) as typeof fetch }
}

function addCheckRoutes(app: Hono, brokenChecks: string[], openChecks: string[]) {
  app.get('/v1/doctor/checks', (context) =>
    context.json({
      checks: [
        { id: 'no-network', group: 'network', quick: true },
        { id: 'fork-bomb', group: 'limits', quick: false },
      ],
    }),
  )
  app.post('/v1/doctor/checks/:id', (context) => {
    const id = context.req.param('id')
    const isBroken = brokenChecks.includes(id)
    const isOpen = openChecks.includes(id)
    return context.json({
      id,
      ok: !isBroken && !isOpen,
      durationMs: 12,
      ...(isOpen && { problem: 'it took too long', inconclusive: true }),
      ...(isBroken && { problem: 'it went through\nat line 1' }),
    })
  })
}

function addOtherRoutes(app: Hono, report: HostReport) {
  app.post('/v1/detect', (context) => context.json({ blocks: [block('print(1)\n', { line: 3, reason: 'a fence' })] }))
  app.get('/v1/health', (context) =>
    context.json({
      status: 'ok',
      version: '0.1.0',
      uptimeS: 5,
      components: { store: { status: 'ok', detail: 'fine' } },
    }),
  )
  app.get('/v1/stats', (context) => context.json(stats))
  app.get('/v1/logs', (context) =>
    context.req.query('format') === 'csv'
      ? context.text('at,level\r\n1,info\r\n', 200, { 'content-type': 'text/csv' })
      : context.json({ lines: [logLine] }),
  )
  app.get('/v1/keys', (context) => context.json({ keys: [newKey] }))
  app.post('/v1/keys', async (context) => context.json({ ...newKey, ...(await context.req.json()) }, 201))
  app.delete('/v1/keys/:id', (context) => context.json({ ...newKey, revokedAt: STARTED_AT }))
  app.get('/v1/config', (context) => context.json(settings))
  app.get('/v1/doctor', (context) => context.json(report))
}

/** An answer in the form of the server's error handler. */
export function refuse<C extends ErrorCode>(code: C, details: ErrorDetails<C>, headers: Record<string, string> = {}) {
  const error = new EngineError(code, details)
  return Response.json({ error: { ...error.toInfo(), requestId: 'req1' } }, { status: error.status, headers })
}

export const sseOf = (events: RunEvent[]) =>
  `: hello\n\n${events.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join('')}`

function tell(events: RunEvent[]): Response {
  return new Response(sseOf(events), { headers: { 'content-type': 'text/event-stream', 'x-run-id': RUN_ID } })
}

const summary: RunSummary = {
  runId: RUN_ID,
  state: 'ended',
  outcome: 'ok',
  startedAt: STARTED_AT,
  durationMs: 34,
  languages: ['python'],
  attempts: 1,
  title: 'print(42)',
}

const running: RunSummary = {
  ...summary,
  runId: RUN_ID.replace(/b$/, 'c'),
  state: 'running',
  outcome: null,
  durationMs: null,
  languages: ['bash', 'python'],
}

const newKey: NewKey = {
  id: KEY_ID,
  user: 'ada',
  scope: 'user',
  admin: false,
  label: 'laptop',
  start: 'e2b_0a0a',
  createdAt: STARTED_AT,
  expiresAt: null,
  revokedAt: null,
  key: API_KEY,
}

const logLine = {
  at: STARTED_AT,
  level: 'info',
  event: 'run.end',
  runId: RUN_ID,
  userId: 'ada',
  message: 'ok in 34 ms',
}

const unmeasured = { wait: null, start: null, duration: null }
const stats: Stats = {
  runs: {
    total: 10,
    running: 1,
    ok: 6,
    failed: 2,
    blocked: 0,
    cancelled: 1,
    error: 0,
    'nothing-to-run': 0,
    successRate: 2 / 3,
  },
  executions: {
    total: 9,
    succeeded: 7,
    endedBy: { exit: 8, timeout: 1 },
    warm: 4,
    wait: { averageMs: 1, p50Ms: 0.04, p95Ms: 8.31 },
    start: { averageMs: 12, p50Ms: 2.26, p95Ms: 24.2 },
    duration: { averageMs: 40.2, p50Ms: 31, p95Ms: 1200 },
  },
  byLanguage: [
    {
      language: 'python',
      executions: 8,
      succeeded: 6,
      endedBy: { exit: 7, timeout: 1 },
      warm: 4,
      wait: { averageMs: 1.2, p50Ms: 0.04, p95Ms: 8.31 },
      start: { averageMs: 10, p50Ms: 1.2, p95Ms: 24.2 },
      duration: { averageMs: 44, p50Ms: 33, p95Ms: 1200 },
    },
    { language: 'bash', executions: 1, succeeded: 1, endedBy: { exit: 1 }, warm: 0, ...unmeasured },
  ],
  errors: [{ language: 'python', type: 'NameError', count: 2 }],
}

const settings: SettingList = {
  file: '/home/ada/.anneal/config.json',
  settings: [
    { name: 'port', variable: 'ANNEAL_PORT', value: 4401, origin: 'environment', help: 'Port', allowed: '0 to 65535' },
    { name: 'apiKey', variable: 'ANNEAL_API_KEY', value: '•••', origin: 'file', help: 'A key', allowed: 'text' },
    {
      name: 'allowedHosts',
      variable: 'ANNEAL_ALLOWED_HOSTS',
      value: [],
      origin: 'default',
      help: 'Names',
      allowed: 'list',
    },
  ],
}

const report: HostReport = {
  ok: true,
  checks: [
    { name: 'bubblewrap', ok: true, detail: 'version 0.8.0' },
    { name: 'python', ok: true, detail: '3.11.2' },
  ],
}
