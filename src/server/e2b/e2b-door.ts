import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Engine } from '../../engine.ts'
import { hostNameOf, isKnownHost } from '../http/guard-request.ts'
import type { BodyPace } from '../http/limit-request-time.ts'
import { createPlaces } from '../http/places.ts'
import type { Refuse } from '../http/refusal.ts'
import { whenClosed } from '../http/when-closed.ts'
import { answerInside } from './answer-inside.ts'
import { e2bRefusal } from './control/e2b-refusal.ts'
import { cutOff } from './cut-off.ts'
import { answerPreflight, isPreflight, openToPages } from './open-to-pages.ts'
import { planesOf } from './planes.ts'
import { answerProblem } from './proxy/answer-problem.ts'
import { carryUpgrade } from './proxy/carry-upgrade.ts'
import { findSignedMachine } from './proxy/find-signed-machine.ts'
import { nowhere, problemOf, unsigned } from './proxy/gateway-problem.ts'
import { hostOf, isUnambiguous, urlOf } from './proxy/request-address.ts'
import { type Target, targetOf } from './proxy/target.ts'
import { createPortVisits, type DoorCall } from './proxy/visit-port.ts'
import { timeAnswer } from './time-answer.ts'
import { ENVD_PORT } from './visit.ts'

export interface E2bDoor {
  /** The pace at which the body may come; undefined for a request of our own API, which is left untouched. */
  answer(request: IncomingMessage, response: ServerResponse): BodyPace | undefined
  /** The shape of failures where a request is for E2B's API; undefined for our own. */
  refuses(request: IncomingMessage): Refuse | undefined
  /** Whether a request opens a WebSocket to a server inside a machine. */
  isUpgrade(request: IncomingMessage): boolean
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

const INPUT_STREAM = '/process.Process/StreamInput'

/** A request without a place yet. */
type Arrival = Omit<DoorCall, 'place'>

/** The E2B-compatible API: requests that name a machine go to its planes and servers, the rest to the control plane. */
export function createE2bDoor(engine: Engine): E2bDoor {
  const { config, machines } = engine
  const planes = planesOf(engine)
  answerInside(engine, planes.ports)
  const visitPort = createPortVisits(engine, planes.ports)
  const places = createPlaces(config)
  const hosts = { domain: config.e2bDomain, isKnown: (name: string) => isKnownHost(name, config) }

  const targetFor = (request: IncomingMessage): Target | undefined => {
    const hostName = hostNameOf(hostOf(request))
    if (hostName === undefined) return undefined
    const target = targetOf({ hostName, path: request.url ?? '', headers: request.headers }, hosts)
    return target && !isUnambiguous(request) ? { to: 'nowhere' } : target
  }
  const enter = async (call: Arrival, target: Target): Promise<void> => {
    const { request, response, url } = call
    if (target.to === 'control') return planes.control(request, response)
    timeAnswer(response, (timed) =>
      engine.metrics.observeRequest({ method: request.method ?? '', route: `e2b ${target.to}`, ...timed }),
    )
    const isForPlane = target.to === 'signed-file' || (target.to === 'port' && target.port in planes.ports)
    if (isForPlane) openToPages(response)
    const place = places.enter(request.socket.remoteAddress)
    whenClosed(response, place.leave)
    if (isForPlane && isPreflight(request)) return answerPreflight(response)
    if (target.to === 'nowhere') return answerProblem(request, response, nowhere)
    if (target.to === 'port') return visitPort({ ...call, place }, target)
    const machineId = findSignedMachine(url, request.method, machines.tokens())
    if (machineId === undefined) return answerProblem(request, response, unsigned)
    return visitPort({ ...call, place }, { machineId, port: ENVD_PORT })
  }
  const start = (call: Arrival, target: Target) => {
    enter(call, target).catch((error) => {
      const problem = problemOf(error) ?? { status: 500, message: engine.onBug(error).message }
      if (call.response.headersSent) cutOff(call.response)
      else answerProblem(call.request, call.response, problem)
    })
  }

  return {
    answer(request, response) {
      const target = targetFor(request)
      if (!target) return undefined
      const call = callOf(request, response)
      start(call, target)
      // Servers inside, and input of programs, may receive data now and then.
      const isTalk = target.to === 'port' && (!(target.port in planes.ports) || call.url.pathname === INPUT_STREAM)
      return isTalk ? 'open' : 'steady'
    },
    refuses: (request) => targetFor(request) && e2bRefusal,
    isUpgrade(request) {
      const target = request.headers.upgrade?.toLowerCase() === 'websocket' ? targetFor(request) : undefined
      return target?.to === 'port' && planes.ports[target.port] === undefined
    },
    upgrade(request, socket, head) {
      const call = callOf(request, responseOn(request, socket))
      const onUpgrade: DoorCall['onUpgrade'] = (visit) => carryUpgrade({ ...visit, socket, head })
      start({ ...call, onUpgrade }, targetFor(request) ?? { to: 'nowhere' })
    },
  }
}

const callOf = (request: IncomingMessage, response: ServerResponse): Arrival => ({
  request,
  response,
  url: urlOf(request),
  host: hostOf(request),
})

/** A failed upgrade is answered like every other request; then the connection is closed. */
function responseOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket as Parameters<typeof response.assignSocket>[0])
  response.once('finish', () => socket.end())
  socket.on('error', () => socket.destroy())
  return response
}
