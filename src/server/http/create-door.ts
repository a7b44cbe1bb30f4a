import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { EngineError } from '../../contract/errors.ts'
import type { Engine } from '../../engine.ts'
import type { Api } from './api.ts'
import { createVisits, type VisitEngine } from './create-visits.ts'
import { isAllowedOrigin } from './guard-request.ts'
import type { Place } from './places.ts'
import type { Refusal } from './refusal.ts'
import { requestLimitsOf } from './request-limits.ts'
import { createRouter } from './router.ts'

export type DoorEngine = VisitEngine & Pick<Engine, 'metrics' | 'onBug' | 'newRequestId'>

export interface Door {
  /** `from` is absent where a request comes over no network. */
  fetch(request: Request, from?: HttpBindings | Http2Bindings): Promise<Response>
  /** Answers input that could not become a request: without a valid host or path. */
  refuse(error: unknown): Response
}

/** The entrance of every API: every request has a place, an id, one count and an answer in the API's own shape. */
export function createDoor(engine: DoorEngine, api: Api): Door {
  const { metrics } = engine
  const limits = requestLimitsOf(engine)
  const find = createRouter(api.rows)
  const serve = createVisits(engine, api)

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
        const known = error instanceof EngineError ? error : hasLeft(request, error) ? LEFT : engine.onBug(error)
        // A bug has an id in the log: the answer gives the same one.
        requestId = (known.details as { requestId?: string }).requestId ?? requestId
        response = responseOf(api.refuse(known, requestId, url.pathname))
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
      const known = error instanceof EngineError ? error : engine.onBug(error)
      const { requestId = engine.newRequestId() } = known.details as { requestId?: string }
      metrics.observeRequest({ method: '', route: 'unknown', status: known.status, seconds: 0 })
      return responseOf(api.refuse(known, requestId))
    },
  }
}

/** Whether work ended because its caller left: that is no bug, and nobody reads the answer. */
const hasLeft = ({ signal }: Request, error: unknown) => signal.aborted && error === signal.reason

const LEFT = new EngineError('MALFORMED_REQUEST', { reason: 'its sender left before the answer' })

const responseOf = ({ body, ...head }: Refusal) => new Response(body, head)

function setHeaders(response: Response, told: Record<string, string>): void {
  const { headers } = response
  for (const [name, value] of Object.entries(told)) headers.set(name, value)
  headers.set('x-content-type-options', 'nosniff')
  // The address of a link may have a token in it.
  headers.set('referrer-policy', 'no-referrer')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}

/** Lets a page of an allowed origin read the answer. */
function corsHeaders(asked: Headers, { policy, cors }: Api): Record<string, string> {
  const origin = asked.get('origin')
  // The header also goes to requests without an origin: a cached answer for them is not for pages.
  const vary = { vary: 'origin' }
  if (origin === null || !isAllowedOrigin(origin, asked.get('host') ?? '', policy)) return vary
  return { ...cors(asked), 'access-control-allow-origin': origin, ...vary }
}
