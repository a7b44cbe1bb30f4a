import { type ClientRequest, type IncomingMessage, request as requestInside, type ServerResponse } from 'node:http'
import type { LiveMachine } from '../../../engine.ts'
import { whenClosed } from '../../http/when-closed.ts'
import { cutOff } from '../cut-off.ts'
import { answerProblem } from './answer-problem.ts'
import type { DialPort } from './dial-port.ts'
import { framingOf, headersForInside, headersForOutside } from './forward-headers.ts'
import { badAnswer } from './gateway-problem.ts'

export interface PortVisit {
  request: IncomingMessage
  response: ServerResponse
  machine: LiveMachine
  port: number
  /** The host as the visitor wrote it. */
  host: string
  dial: DialPort
}

/** Carries a request to a server inside and its answer back, both as they come. */
export async function carryRequest(visit: PortVisit): Promise<void> {
  const { request, response, machine, port, host } = visit
  const connection = await visit.dial(machine, port)
  if ('status' in connection) return answerProblem(request, response, connection)
  if (response.closed) return void connection.destroy()
  whenClosed(response, () => connection.destroy())
  const mask = machine.info.network.maskRequestHost
  const outgoing = requestInside({
    // One connection per request: no part of one request can be taken for another.
    createConnection: () => connection,
    setHost: false,
    method: request.method,
    path: request.url,
    headers: [...headersForInside(request, { host, mask, port }), ...framingOf(request)],
  })
  outgoing.once('response', (answer) => carryAnswer(answer, response))
  outgoing.once('error', () => fail(visit))
  carryBody(request, outgoing)
}

function carryBody(request: IncomingMessage, outgoing: ClientRequest): void {
  request.once('error', () => outgoing.destroy())
  request.pipe(outgoing)
}

/** Carries any answer to the visitor, also the refusal of an upgrade. */
export function carryAnswer(answer: IncomingMessage, response: ServerResponse): void {
  response.statusCode = answer.statusCode ?? 502
  // HTTP/2 has no reason phrase.
  if (response.req.httpVersionMajor < 2) response.statusMessage = answer.statusMessage ?? ''
  const headers = headersForOutside(answer.rawHeaders)
  for (let at = 0; at < headers.length; at += 2) response.appendHeader(headers[at] ?? '', headers[at + 1] ?? '')
  // A streamed answer must be seen to begin long before its first byte.
  response.flushHeaders()
  answer.once('error', () => cutOff(response))
  answer.pipe(response)
}

export function fail({ request, response, machine, port }: Omit<PortVisit, 'dial' | 'host'>): void {
  if (response.headersSent) return
  if (machine.cut.aborted) cutOff(response)
  else answerProblem(request, response, badAnswer(machine.info.id, port))
}
