import type { IncomingMessage, ServerResponse } from 'node:http'
import { EngineError } from '../../../contract/errors.ts'
import type { Config, Engine } from '../../../engine.ts'
import { authenticate } from '../../http/authenticate.ts'
import type { Place } from '../../http/places.ts'
import { requestLimitsOf } from '../../http/request-limits.ts'
import { guardRequest } from '../../route/guard-request.ts'
import { timeAnswer } from '../time-answer.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlAnswer, ControlRoute, StreamRoute } from './control-route.ts'
import { controlRoutes } from './control-routes.ts'
import { corsHeaders } from './cors-headers.ts'
import { errorAnswer } from './error-answer.ts'
import { createRouteFinder, type FoundRoute } from './find-route.ts'
import { type Head, headOf } from './head-of.ts'
import { originOf } from './origin-of.ts'
import { readControlBody } from './read-control-body.ts'
import { sendAnswer } from './send-answer.ts'

export type ControlPlaneEngine = ControlEngine & Pick<Engine, 'keys' | 'config' | 'metrics' | 'onBug' | 'newRequestId'>

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

interface Work extends Exchange {
  head: Head
  place: Place
  found: FoundRoute<ControlRoute | StreamRoute> | undefined
}

/** E2B's API beside what comes for one sandbox. Order matters: where from, who, how often, and only then what. */
export function createControlPlane(engine: ControlPlaneEngine): (exchange: Exchange) => Promise<void> {
  const { config } = engine
  const limits = requestLimitsOf(engine)
  const find = createRouteFinder<ControlRoute | StreamRoute>(controlRoutes(engine))

  /** Undefined when the answer is written already. */
  const work = async ({ head, found, place, ...exchange }: Work): Promise<ControlAnswer | undefined> => {
    const { request } = exchange
    const { method, path, query } = head
    guardRequest(head, hostPolicyOf(config))
    if (method === 'OPTIONS' && head.headers.has('origin')) return { status: 204 }
    if (found && 'stream' in found.route) {
      await found.route.stream({ ...exchange, params: found.params, query })
      return undefined
    }
    const caller = await authenticate(head, engine)
    place.of(caller.userId)
    limits.take(caller.userId)
    if (!found) throw new EngineError('NOT_FOUND', { method, path: path.slice(0, 200) })
    const { route, params } = found as FoundRoute<ControlRoute>
    const body = await readControlBody(request, config.bodyBytes)
    return route.handle({ params, query, body, headers: request.headers, origin: originOf(request), caller })
  }

  return async (exchange) => {
    const { request, response } = exchange
    const headers: Record<string, string> = { 'x-request-id': engine.newRequestId() }
    const send = (answer: ControlAnswer) =>
      sendAnswer(response, { ...answer, headers: { ...headers, ...answer.headers } })
    let place: Place | undefined
    let route = 'unknown'
    timeAnswer(response, (timed) => engine.metrics.observeRequest({ method: request.method ?? '', route, ...timed }))
    try {
      const head = headOf(request)
      Object.assign(headers, corsHeaders(head.headers, config))
      place = limits.enter(request.socket.remoteAddress)
      const found = find(head.method, head.path)
      route = found?.route.path ?? route
      const answer = await work({ ...exchange, head, found, place })
      if (answer) send(answer)
    } catch (error) {
      send(errorAnswer(error instanceof EngineError ? error : engine.onBug(error)))
    } finally {
      place?.leave()
    }
  }
}

/** With a domain the API has names of its own. */
function hostPolicyOf(config: Config): Pick<Config, 'allowedHosts' | 'allowedOrigins'> {
  const [domain = ''] = config.e2bDomain.split(':')
  return domain === '' ? config : { ...config, allowedHosts: [...config.allowedHosts, domain, `api.${domain}`] }
}
