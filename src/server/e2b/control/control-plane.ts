import type { IncomingMessage, ServerResponse } from 'node:http'
import { EngineError } from '../../../contract/errors.ts'
import type { Config, Engine } from '../../../engine.ts'
import { authenticate } from '../../authenticate.ts'
import { guardRequest } from '../../guard-request.ts'
import { requestLimitsOf } from '../../request-limits.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlAnswer, ControlRoute, StreamRoute } from './control-route.ts'
import { controlRoutes } from './control-routes.ts'
import { corsHeaders } from './cors-headers.ts'
import { errorAnswer } from './error-answer.ts'
import { createRouteFinder, type FoundRoute } from './find-route.ts'
import { headOf } from './head-of.ts'
import { readControlBody } from './read-control-body.ts'
import { sendAnswer } from './send-answer.ts'

export interface ControlPlane {
  /** By its path; what we do not claim is our own API's. */
  isFor(request: IncomingMessage): boolean
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export type ControlPlaneEngine = ControlEngine & Pick<Engine, 'keys' | 'config' | 'metrics' | 'onBug' | 'newRequestId'>

type Found = FoundRoute<ControlRoute | StreamRoute> | undefined
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** Our own API has `/v1`; E2B has no prefix for its first generation, and a number for the later ones. */
const CLAIMED = new Set(['sandboxes', 'snapshots', 'templates', 'volumes', 'volumecontent', 'secrets', 'v2', 'v3'])

/** E2B's API beside what comes for one sandbox. Order matters: where from, who, how often, and only then what. */
export function createControlPlane(engine: ControlPlaneEngine): ControlPlane {
  const { config } = engine
  const limits = requestLimitsOf(engine)
  const find = createRouteFinder<ControlRoute | StreamRoute>(controlRoutes(engine))

  /** Undefined when the answer is written already. */
  const work = async (found: Found, { request, response }: Exchange): Promise<ControlAnswer | undefined> => {
    const head = headOf(request)
    const { query } = head
    guardRequest(head, hostPolicyOf(config))
    if (head.method === 'OPTIONS' && head.headers.has('origin')) return { status: 204 }
    if (found && 'stream' in found.route) {
      await found.route.stream({ params: found.params, query, request, response })
      return undefined
    }
    const caller = await authenticate(head, engine)
    limits.take(caller.userId)
    if (!found) throw new EngineError('NOT_FOUND', { method: head.method, path: head.path.slice(0, 200) })
    const { route, params } = found as FoundRoute<ControlRoute>
    const body = await readControlBody(request, config.bodyBytes)
    return route.handle({ params, query, body, headers: request.headers, caller })
  }

  /** Writes the answer to everything, and returns the path of the row that gave it. */
  const carryOut = async (exchange: Exchange): Promise<string> => {
    const { request, response } = exchange
    const headers = { 'x-request-id': engine.newRequestId(), ...corsHeaders(request, config) }
    let leave: (() => void) | undefined
    let route = 'unknown'
    try {
      leave = limits.enter()
      const found = find(request.method ?? 'GET', headOf(request).path)
      route = found?.route.path ?? route
      const answer = await work(found, exchange)
      if (answer) sendAnswer(response, { ...answer, headers: { ...headers, ...answer.headers } })
    } catch (error) {
      const answer = errorAnswer(error instanceof EngineError ? error : engine.onBug(error))
      sendAnswer(response, { ...answer, headers: { ...headers, ...answer.headers } })
    } finally {
      leave?.()
    }
    return route
  }

  return {
    isFor: ({ url = '' }) => CLAIMED.has(url.split(/[/?#]/, 2)[1] ?? ''),
    async answer(request, response) {
      const startedAt = performance.now()
      const route = await carryOut({ request, response })
      const seconds = (performance.now() - startedAt) / 1000
      engine.metrics.observeRequest({ method: request.method ?? '', route, status: response.statusCode, seconds })
    },
  }
}

/** With a domain the API has names of its own. */
function hostPolicyOf(config: Config): Pick<Config, 'allowedHosts' | 'allowedOrigins'> {
  const [domain = ''] = config.e2bDomain.split(':')
  return domain === '' ? config : { ...config, allowedHosts: [...config.allowedHosts, domain, `api.${domain}`] }
}
