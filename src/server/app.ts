import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { EngineError, problemsOf } from '../contract/errors.ts'
import type { Caller, Engine } from '../engine.ts'
import { authenticate } from './http/authenticate.ts'
import { errorResponse } from './http/error-response.ts'
import type { Place } from './http/places.ts'
import { readJson } from './http/read-body.ts'
import { requestLimitsOf } from './http/request-limits.ts'
import type { Route } from './http/route.ts'
import { checkpointRoutes } from './route/checkpoints.ts'
import { commandRoutes } from './route/commands.ts'
import { detectRoutes } from './route/detect.ts'
import { docsRoutes } from './route/docs.ts'
import { doctorRoutes } from './route/doctor.ts'
import { eventRoutes } from './route/events.ts'
import { guardRequest, isAllowedOrigin } from './route/guard-request.ts'
import { keyRoutes } from './route/keys.ts'
import { observeRoutes } from './route/observe.ts'
import { qualityRoutes } from './route/quality.ts'
import { repairRoutes } from './route/repair.ts'
import { runRoutes } from './route/runs.ts'
import { sessionRoutes } from './route/sessions.ts'
import { userRoutes } from './route/users.ts'
import { volumeRoutes } from './route/volumes.ts'

export type App = ReturnType<typeof createApp>

/** Routes as one list: the document, the tests over all routes and the server itself read it. */
export function routesOf(engine: Engine): Route[] {
  const routes = [
    ...runRoutes(engine),
    ...eventRoutes(engine),
    ...detectRoutes(engine),
    ...repairRoutes(engine),
    ...qualityRoutes(engine),
    ...commandRoutes(engine),
    ...sessionRoutes(engine),
    ...checkpointRoutes(engine),
    ...volumeRoutes(engine),
    ...observeRoutes(engine),
    ...keyRoutes(engine),
    ...userRoutes(engine),
    ...doctorRoutes(engine),
  ]
  return [...routes, ...docsRoutes(routes, engine.version)]
}

interface Arrival {
  request: Request
  access: Route['access']
  place: Place | undefined
}

type Named = Pick<Route, 'path' | 'isAlwaysServed'>

/** Absent where the app is called inside of this process. */
const addressOf = (context: Context): string | undefined =>
  (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress

const NOBODY: Caller = { userId: '', admin: false }

/** The one door. Order matters: where from, who, how often, and only then what. */
export function createApp(engine: Engine) {
  const { config, metrics } = engine
  const limits = requestLimitsOf(engine)
  const app = new Hono()

  const answer = async (
    context: Context,
    work: (place?: Place) => Promise<Response>,
    route: Named,
  ): Promise<Response> => {
    const request = context.req.raw
    const startedAt = performance.now()
    let requestId = engine.newRequestId()
    let place: Place | undefined
    let response: Response
    try {
      if (!route.isAlwaysServed) place = limits.enter(addressOf(context))
      guardRequest(request, config)
      response = await work(place)
      // Nobody will read the body, so a stream would never end.
      if (request.method === 'HEAD') await response.body?.cancel()
    } catch (error) {
      const known = error instanceof EngineError ? error : engine.onBug(error)
      // A bug stands in the log under an id of its own: the answer tells the same one.
      requestId = (known.details as { requestId?: string }).requestId ?? requestId
      response = errorResponse(known, requestId)
    } finally {
      place?.leave()
    }
    const seconds = (performance.now() - startedAt) / 1000
    metrics.observeRequest({ method: request.method, route: route.path, status: response.status, seconds })
    return withHeaders(response, { request, requestId, config })
  }

  /** Every request to a name, known or not, first needs a key: what exists is nobody else's business. */
  const admit = async ({ request, access, place }: Arrival): Promise<Caller> => {
    if (access === 'open') return NOBODY
    const caller = await authenticate(request, engine)
    place?.of(caller.userId)
    limits.take(caller.userId)
    if (access === 'admin' && !caller.admin) throw new EngineError('FORBIDDEN', { what: 'manage this server' })
    return caller
  }

  for (const route of routesOf(engine)) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(route.method, path, (context) =>
      answer(
        context,
        async (place) => {
          const request = context.req.raw
          const caller = await admit({ request, access: route.access, place })
          const params = parse(route.params, context.req.param(), 'path') as Record<string, string>
          const query = parse(route.query, context.req.query(), 'query')
          const body = route.body && parse(route.body, await readJson(request, config.bodyBytes), 'body')
          return engine.inTurnOf(caller.userId, () => route.handle({ params, query, body, caller, request }))
        },
        route,
      ),
    )
  }
  app.all('*', (context) =>
    answer(
      context,
      async (place) => {
        const { method, path } = context.req
        if (method === 'OPTIONS' && context.req.raw.headers.has('origin')) return new Response(null, { status: 204 })
        await admit({ request: context.req.raw, access: 'user', place })
        throw new EngineError('NOT_FOUND', { method, path: path.slice(0, 200) })
      },
      { path: 'unknown' },
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
