import { type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server'
import { EngineError } from '../../contract/errors.ts'
import type { Caller, Engine } from '../../engine.ts'
import { authenticate } from './authenticate.ts'
import { guardRequest, isAllowedOrigin, type RequestPolicy } from './guard-request.ts'
import { parsed } from './parsed.ts'
import type { Place } from './places.ts'
import type { Refusal, Refuse } from './refusal.ts'
import { requestLimitsOf } from './request-limits.ts'
import { createRouter, type Match } from './router.ts'
import type { Row } from './row.ts'

/** One API: its rows, and the little in which it differs from another one. */
export interface Api {
  rows: readonly Row[]
  /** Whether a wrong method is told apart from a wrong path, and HEAD answered like GET. */
  knowsMethods: boolean
  policy: RequestPolicy
  /** Told to pages of allowed origins. */
  cors(headers: Headers): Record<string, string>
  readJson(request: Request, limitBytes: number): Promise<unknown>
  refuse: Refuse
}

export type DoorEngine = Pick<Engine, 'config' | 'keys' | 'metrics' | 'onBug' | 'newRequestId' | 'inTurnOf'>

export interface Door {
  /** `from` is absent where a request comes over no network. */
  fetch(request: Request, from?: HttpBindings | Http2Bindings): Promise<Response>
  /** Answers where no request could be made of it: it has no host, or one that is none, or a path that is none. */
  refuse(error: unknown): Response
}

interface Visit {
  request: Request
  url: URL
  match: Match<Row>
  place: Place | undefined
}

const NOBODY: Caller = { userId: '', admin: false }

/** The way in of every API. Order matters: where from, who, how often, and only then what. */
export function createDoor(engine: DoorEngine, api: Api): Door {
  const { config, metrics } = engine
  const limits = requestLimitsOf(engine)
  const find = createRouter(api.rows)

  /** Every request to a name, known or not, first needs a key: what exists is nobody else's business. */
  const admit = async ({ request, match, place }: Visit): Promise<Caller> => {
    const { access = 'user' } = match.row ?? {}
    if (access === 'open') return NOBODY
    const caller = await authenticate(request, engine)
    place?.of(caller.userId)
    limits.take(caller.userId)
    if (access === 'admin' && !caller.admin) throw new EngineError('FORBIDDEN', { what: 'manage this server' })
    return caller
  }
  const serve = async (visit: Visit): Promise<Response> => {
    const { request, url, match } = visit
    guardRequest(request, api.policy)
    if (request.method === 'OPTIONS' && request.headers.has('origin')) return new Response(null, { status: 204 })
    const caller = await admit(visit)
    const { row } = match
    if (!row) throw missing(visit, api)
    const params = parsed(row.params, match.params(), 'path')
    const query = parsed(row.query, firstOfEach(url.searchParams), 'query')
    const body = row.body && parsed(row.body, await api.readJson(request, config.bodyBytes), 'body')
    return engine.inTurnOf(caller.userId, () => row.handle({ params, query, body, caller, request }))
  }

  return {
    async fetch(request, from) {
      const startedAt = performance.now()
      const { method } = request
      const url = new URL(request.url)
      const match = find(api.knowsMethods && method === 'HEAD' ? 'GET' : method, url.pathname)
      let requestId = engine.newRequestId()
      let place: Place | undefined
      let response: Response
      try {
        if (!match.row?.isAlwaysServed) place = limits.enter(from?.incoming.socket.remoteAddress)
        response = await serve({ request, url, match, place })
      } catch (error) {
        const known = error instanceof EngineError ? error : engine.onBug(error)
        // A bug stands in the log under an id of its own: the answer tells the same one.
        requestId = (known.details as { requestId?: string }).requestId ?? requestId
        response = responseOf(api.refuse(known, requestId))
      } finally {
        place?.leave()
      }
      const { status } = response
      const seconds = (performance.now() - startedAt) / 1000
      metrics.observeRequest({ method, route: match.row?.path ?? 'unknown', status, seconds })
      setHeaders(response, { 'x-request-id': requestId, ...corsHeaders(request.headers, api) })
      if (method !== 'HEAD') return response
      // Nobody will read the body, so a stream would never end.
      await response.body?.cancel()
      return new Response(null, response)
    },
    refuse(error) {
      const requestId = engine.newRequestId()
      const isTheirs = error instanceof RequestError
      const known = isTheirs
        ? new EngineError('MALFORMED_REQUEST', { reason: error.message })
        : new EngineError('INTERNAL', { requestId })
      metrics.observeRequest({ method: '', route: 'unknown', status: known.status, seconds: 0 })
      return responseOf(api.refuse(known, requestId))
    },
  }
}

function missing({ request: { method }, url, match }: Visit, { knowsMethods }: Api): EngineError {
  const path = url.pathname.slice(0, 200)
  if (!knowsMethods || match.methods.length === 0) return new EngineError('NOT_FOUND', { method, path })
  const methods = [...match.methods, ...(match.methods.includes('GET') ? ['HEAD'] : [])].toSorted().join(', ')
  return new EngineError('METHOD_NOT_ALLOWED', { method, path, methods })
}

/** Of a name that comes twice the first counts. */
const firstOfEach = (query: URLSearchParams) => Object.fromEntries([...query].toReversed())

const responseOf = ({ body, ...head }: Refusal) => new Response(body, head)

function setHeaders(response: Response, told: Record<string, string>): void {
  const { headers } = response
  for (const [name, value] of Object.entries(told)) headers.set(name, value)
  headers.set('x-content-type-options', 'nosniff')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}

/** Lets a page of an allowed origin read the answer. */
function corsHeaders(asked: Headers, { policy, cors }: Api): Record<string, string> {
  const origin = asked.get('origin')
  if (origin === null || !isAllowedOrigin(origin, asked.get('host') ?? '', policy)) return {}
  return { ...cors(asked), 'access-control-allow-origin': origin, vary: 'origin' }
}
