import { Hono } from 'hono'
import { EngineError, problemsOf } from '../contract/errors.ts'
import type { Caller, Engine } from '../engine.ts'
import { authenticate } from './authenticate.ts'
import { checkpointRoutes } from './checkpoints.ts'
import { commandRoutes } from './commands.ts'
import { detectRoutes } from './detect.ts'
import { docsRoutes } from './docs.ts'
import { doctorRoutes } from './doctor.ts'
import { errorResponse } from './error-response.ts'
import { guardRequest, isAllowedOrigin } from './guard-request.ts'
import { keyRoutes } from './keys.ts'
import { observeRoutes } from './observe.ts'
import { qualityRoutes } from './quality.ts'
import { readJson } from './read-body.ts'
import { repairRoutes } from './repair.ts'
import { requestLimitsOf } from './request-limits.ts'
import type { Route } from './route.ts'
import { runRoutes } from './runs.ts'
import { sessionRoutes } from './sessions.ts'
import { volumeRoutes } from './volumes.ts'

export type App = ReturnType<typeof createApp>

/** Routes as one list: the document, the tests over all routes and the server itself read it. */
export function routesOf(engine: Engine): Route[] {
  const routes = [
    ...runRoutes(engine),
    ...detectRoutes(engine),
    ...repairRoutes(engine),
    ...qualityRoutes(engine),
    ...commandRoutes(engine),
    ...sessionRoutes(engine),
    ...checkpointRoutes(engine),
    ...volumeRoutes(engine),
    ...observeRoutes(engine),
    ...keyRoutes(engine),
    ...doctorRoutes(engine),
  ]
  return [...routes, ...docsRoutes(routes, engine.version)]
}

const NOBODY: Caller = { userId: '', admin: false }

/** The one door. Order matters: where from, who, how often, and only then what. */
export function createApp(engine: Engine) {
  const { config, metrics } = engine
  const limits = requestLimitsOf(engine)
  const app = new Hono()

  const answer = async (request: Request, work: () => Promise<Response>, routePath: string): Promise<Response> => {
    const startedAt = performance.now()
    let requestId = engine.newRequestId()
    let leave: (() => void) | undefined
    let response: Response
    try {
      leave = limits.enter()
      guardRequest(request, config)
      response = await work()
      // Nobody will read the body, so a stream would never end.
      if (request.method === 'HEAD') await response.body?.cancel()
    } catch (error) {
      const known = error instanceof EngineError ? error : engine.onBug(error)
      // A bug stands in the log under an id of its own: the answer tells the same one.
      requestId = (known.details as { requestId?: string }).requestId ?? requestId
      response = errorResponse(known, requestId)
    } finally {
      leave?.()
    }
    const seconds = (performance.now() - startedAt) / 1000
    metrics.observeRequest({ method: request.method, route: routePath, status: response.status, seconds })
    return withHeaders(response, { request, requestId, config })
  }

  /** Every request to a name, known or not, first needs a key: what exists is nobody else's business. */
  const admit = async (request: Request, access: Route['access']): Promise<Caller> => {
    if (access === 'open') return NOBODY
    const caller = await authenticate(request, engine)
    limits.take(caller.userId)
    if (access === 'admin' && !caller.admin) throw new EngineError('FORBIDDEN', { what: 'manage this server' })
    return caller
  }

  for (const route of routesOf(engine)) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(route.method, path, (context) =>
      answer(
        context.req.raw,
        async () => {
          const request = context.req.raw
          const caller = await admit(request, route.access)
          const params = parse(route.params, context.req.param(), 'path') as Record<string, string>
          const query = parse(route.query, context.req.query(), 'query')
          const body = route.body && parse(route.body, await readJson(request, config.bodyBytes), 'body')
          return engine.inTurnOf(caller.userId, () => route.handle({ params, query, body, caller, request }))
        },
        route.path,
      ),
    )
  }
  app.all('*', (context) =>
    answer(
      context.req.raw,
      async () => {
        const { method, path } = context.req
        if (method === 'OPTIONS' && context.req.raw.headers.has('origin')) return new Response(null, { status: 204 })
        await admit(context.req.raw, 'user')
        throw new EngineError('NOT_FOUND', { method, path: path.slice(0, 200) })
      },
      'unknown',
    ),
  )
  return app
}

function parse(schema: Route['query'], value: unknown, root: string): unknown {
  if (!schema) return value
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(parsed.error, root) })
  return parsed.data
}

function withHeaders(
  response: Response,
  { request, requestId, config }: { request: Request; requestId: string; config: Engine['config'] },
): Response {
  const { headers } = response
  headers.set('x-request-id', requestId)
  headers.set('x-content-type-options', 'nosniff')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  if (response.status === 401)
    // Chromium reads only the first of several ways, and asks nobody for anything when it is not this one.
    headers.set('www-authenticate', 'Basic realm="Anneal: any name, the key as password", Bearer realm="Anneal"')
  const origin = request.headers.get('origin')
  if (origin !== null && isAllowedOrigin(origin, request.headers.get('host') ?? '', config)) {
    headers.set('access-control-allow-origin', origin)
    headers.set('access-control-allow-headers', 'authorization, x-api-key, content-type, last-event-id')
    headers.set('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    headers.append('vary', 'origin')
  }
  return response
}
