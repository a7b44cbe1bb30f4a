import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Engine } from '../../engine.ts'
import { hostNameOf, isKnownHost } from '../guard-request.ts'
import { answerInside } from './answer-inside.ts'
import { cutOff } from './cut-off.ts'
import { planesOf } from './planes.ts'
import { answerProblem } from './proxy/answer-problem.ts'
import { carryRequest, type PortVisit } from './proxy/carry-request.ts'
import { carryUpgrade } from './proxy/carry-upgrade.ts'
import { createPortDialer } from './proxy/dial-port.ts'
import { findSignedMachine } from './proxy/find-signed-machine.ts'
import { forbidden, notFound, nowhere, unsigned } from './proxy/gateway-problem.ts'
import { reachMachine } from './proxy/reach-machine.ts'
import { type Target, targetOf } from './proxy/target.ts'
import { ENVD_PORT } from './visit.ts'

export interface E2bDoor {
  /** False: it is for our own API, and nothing was done. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Whether a request wants to talk WebSocket with a server inside a machine. */
  isUpgrade(request: IncomingMessage): boolean
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

interface Call {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  host: string
}

/** The E2B-compatible API: what names a machine goes to the planes and servers of it, the rest to the control plane. */
export function createE2bDoor(engine: Engine): E2bDoor {
  const { config, machines } = engine
  const planes = planesOf(engine)
  answerInside(engine, planes.ports)
  const dial = createPortDialer(config.portConnections)
  const hosts = { domain: config.e2bDomain, isKnown: (name: string) => isKnownHost(name, config) }

  const targetFor = (request: IncomingMessage): Target | undefined => {
    const hostName = hostNameOf(hostOf(request))
    if (hostName === undefined) return undefined
    const target = targetOf({ hostName, path: request.url ?? '', headers: request.headers }, hosts)
    return target && !isPlain(request) ? { to: 'nowhere' } : target
  }

  const visitPort = async (
    call: Call,
    { machineId, port }: { machineId: string; port: number },
    onUpgrade?: Upgrade,
  ) => {
    const { request, response } = call
    const machine = await reachMachine(machines, { ...call, machineId, port })
    if (machine === 'forbidden') return answerProblem(request, response, forbidden(machineId))
    if (machine === 'not-found' || machine.cut.aborted) return answerProblem(request, response, notFound(machineId))
    const cut = () => cutOff(response)
    machine.cut.addEventListener('abort', cut, { once: true })
    response.once('close', () => machine.cut.removeEventListener('abort', cut))
    if (onUpgrade) return onUpgrade({ ...call, machine, port, dial })
    const plane = planes.ports[port]
    return plane ? plane({ ...call, machine }) : carryRequest({ ...call, machine, port, dial })
  }

  const enter = async (call: Call, target: Target, onUpgrade?: Upgrade): Promise<void> => {
    const { request, response, url } = call
    if (target.to === 'nowhere') return answerProblem(request, response, nowhere)
    if (target.to === 'control') return planes.control(call)
    if (target.to === 'port') return visitPort(call, target, onUpgrade)
    const machineId = findSignedMachine(url, request.method, machines.tokens())
    if (machineId === undefined) return answerProblem(request, response, unsigned)
    return visitPort(call, { machineId, port: ENVD_PORT })
  }

  const start = (call: Call, target: Target, onUpgrade?: Upgrade) => {
    enter(call, target, onUpgrade).catch((error) => {
      const { message } = engine.onBug(error)
      if (call.response.headersSent) cutOff(call.response)
      else answerProblem(call.request, call.response, { status: 500, message })
    })
  }

  return {
    answer(request, response) {
      const target = targetFor(request)
      if (target) start(callOf(request, response), target)
      return target !== undefined
    },
    isUpgrade(request) {
      const target = request.headers.upgrade?.toLowerCase() === 'websocket' ? targetFor(request) : undefined
      return target?.to === 'port' && planes.ports[target.port] === undefined
    },
    upgrade(request, socket, head) {
      const response = responseOn(request, socket)
      const target = targetFor(request) ?? { to: 'nowhere' }
      start(callOf(request, response), target, (visit) => carryUpgrade({ ...visit, socket, head }))
    },
  }
}

type Upgrade = (visit: PortVisit) => Promise<void>

const callOf = (request: IncomingMessage, response: ServerResponse): Call => ({
  request,
  response,
  // Put together like this, no path can be read as another host.
  url: new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`),
  host: hostOf(request),
})

/** HTTP/2 has a word of its own for the host. */
const hostOf = ({ headers }: IncomingMessage): string => String(headers[':authority'] ?? headers.host ?? '')

/** A request with two hosts, or with a path that has one of its own, means something else to whoever reads it next. */
function isPlain({ rawHeaders, url = '', headers }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^(?:host|:authority)$/i.test(name))
  const coding = headers['transfer-encoding']
  return hosts.length === 1 && /^(?:\/|\*$)/.test(url) && (coding === undefined || coding.toLowerCase() === 'chunked')
}

/** What is no upgrade in the end is answered like every other request; then the connection is of no more use. */
function responseOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket as Parameters<typeof response.assignSocket>[0])
  response.once('finish', () => socket.end())
  socket.on('error', () => socket.destroy())
  return response
}
