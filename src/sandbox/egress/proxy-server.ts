import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createAudit } from './audit.ts'
import type { createClients } from './clients.ts'
import { type Ask, type Door, exchange } from './exchange.ts'
import { type EgressFailure, malformed } from './failure.ts'
import { forward, refuseForward } from './forward.ts'
import { NOWHERE, readForwardTarget, readTunnelTarget } from './target.ts'
import { endWith, tunnel } from './tunnel.ts'

/** Node's own parser at its strictest in front of the exchanges. It never listens: connections are handed to it. */
export function createProxyServer(door: Door, clients: ReturnType<typeof createClients>): Server {
  const server = createStrictServer(door.limits.headBytes)
  const refuse = ({ client, method, target }: Pick<Ask, 'client' | 'method' | 'target'>, failure: EgressFailure) => {
    if (client.destroyed) return
    const audit = createAudit({ ...door, request: { ...target, method } })
    audit.tell({ allowed: false, reason: failure.message })
    // An answer now would look like a part of the one under way.
    if (clients.isBusy(client)) client.destroy()
    else endWith(client, failure)
  }
  const serve = (ask: Ask) => {
    const taken = clients.inTurn(ask.client, () => exchange(ask, door))
    if (!taken) refuse(ask, malformed('too many requests at once'))
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse) => serve(forwardAsk({ request, response }))
  server.on('request', onRequest)
  server.on('checkContinue', onRequest)
  server.on('checkExpectation', onRequest)
  server.on('connect', (request, client, head) => {
    const ask = tunnelAsk(request, client, head)
    if (clients.isBusy(client)) refuse(ask, malformed('CONNECT before the answer to an earlier request'))
    else serve(ask)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, client) => {
    // Bytes that follow the first wrong one are reported here too.
    if (client.writableEnded) return
    const isBytes = error.code?.startsWith('HPE_')
    if (!isBytes || clients.isBusy(client)) return void client.destroy()
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
    refuse({ client, method: '', target: NOWHERE }, malformed(`malformed HTTP (${error.code})`, status))
  })
  return server
}

function createStrictServer(maxHeaderSize: number): Server {
  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize,
    keepAliveTimeout: 0,
    // Our own check of the Host header is stricter, and reports its refusals.
    requireHostHeader: false,
  })
  // A limit would silently drop the headers beyond it, those that delimit the body among them.
  server.maxHeadersCount = 0
  return server
}

function forwardAsk(client: { request: IncomingMessage; response: ServerResponse }): Ask {
  const { request } = client
  return {
    method: request.method ?? '',
    target: readForwardTarget(request),
    client: request.socket,
    relay: (way) => forward(client, way),
    refuse: (failure) => refuseForward(client, failure),
  }
}

function tunnelAsk(request: IncomingMessage, client: Duplex, head: Buffer): Ask {
  let isOpen = false
  return {
    method: 'CONNECT',
    target: readTunnelTarget(request),
    client,
    relay: (way) => {
      isOpen = true
      return tunnel({ client, head }, way)
    },
    refuse: (failure) => void (isOpen ? client.destroy() : endWith(client, failure)),
  }
}
