import type { IncomingMessage, ServerResponse } from 'node:http'
import { EngineError } from '../../../../contract/errors.ts'
import { sendJson } from '../../../http/send-json.ts'
import { resetAnswer } from '../../reset-answer.ts'
import type { Visit } from '../../visit.ts'
import { userOf } from '../machine-user.ts'
import { ConnectError, connectErrorOf } from './connect-error.ts'
import { END, encodeEnvelope, MESSAGE } from './envelope.ts'
import type { Call, Procedure } from './procedure.ts'
import { readOnly, readStreamed, readUnary } from './read-message.ts'
import { openServerStream } from './server-stream.ts'

/** Node's longest timer; a longer timeout counts as none. */
const LONGEST_MS = 2_147_483_647
const KEEPALIVE_MS = 90_000

/**
 * Answers a call of the Connect protocol in JSON. `refused` is the reason for a refusal, sent in the form the caller
 * expects.
 */
export async function answerCall(visit: Visit, procedure: Procedure, refused: string | undefined): Promise<void> {
  const { request, response } = visit
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
  const wanted = procedure.kind === 'unary' ? 'application/json' : 'application/connect+json'
  if (contentTypeOf(request) !== wanted) return void response.writeHead(415, { 'accept-post': wanted }).end()
  const call = callOf(visit)
  const refusal = refused === undefined ? undefined : new ConnectError('unauthenticated', refused)
  if (procedure.kind === 'to-client') return streamToClient({ visit, call, procedure, refusal })
  const isUnary = procedure.kind === 'unary'
  try {
    if (refusal) throw refusal
    const answer = isUnary
      ? await procedure.answer(await readUnary(request, procedure.schema), call)
      : await procedure.answer(readStreamed(request, procedure.schema), call)
    if (isUnary) sendJson(response, { status: 200, value: answer })
    else sendWhole(response, [encodeEnvelope(MESSAGE, answer), encodeEnvelope(END, {})])
  } catch (error) {
    const told = connectErrorOf(error)
    if (!told) throw error
    if (isUnary) sendJson(response, { status: told.status, value: told })
    else sendWhole(response, [encodeEnvelope(END, { error: told })])
  }
}

async function streamToClient(parts: {
  visit: Visit
  call: Call
  procedure: Procedure & { kind: 'to-client' }
  refusal: ConnectError | undefined
}): Promise<void> {
  const { visit, call, procedure, refusal } = parts
  const { keepalive } = procedure
  const stream = openServerStream(visit.response, { keepalive, keepaliveMs: keepaliveMsOf(visit.request) })
  const late = () => stream.end(new ConnectError('deadline_exceeded', 'the time for this call is over'))
  const timer = call.timeoutMs === undefined ? undefined : setTimeout(late, call.timeoutMs)
  try {
    if (refusal) throw refusal
    await procedure.answer(await readOnly(visit.request, procedure.schema), call, stream)
    stream.end()
  } catch (error) {
    const told = connectErrorOf(error)
    // The machine is gone, or we are at fault: a clean end would look like an answer.
    const isGone = error instanceof EngineError && error.code === 'SANDBOX_GONE'
    if (!told || isGone) resetAnswer(visit.response)
    else stream.end(told)
    if (!told) throw error
  } finally {
    clearTimeout(timer)
  }
}

function callOf({ machine, request }: Visit): Call {
  const { headers } = request
  const told = headers['connect-timeout-ms']
  const timeoutMs = typeof told === 'string' && /^\d{1,10}$/.test(told) ? Number(told) : 0
  return {
    machine,
    headers,
    user: () => userOf(machine, headers.authorization),
    timeoutMs: timeoutMs > 0 && timeoutMs <= LONGEST_MS ? timeoutMs : undefined,
  }
}

function keepaliveMsOf(request: IncomingMessage): number {
  const told = request.headers['keepalive-ping-interval']
  return typeof told === 'string' && /^[1-9]\d{0,4}$/.test(told) ? Number(told) * 1000 : KEEPALIVE_MS
}

function contentTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function sendWhole(response: ServerResponse, frames: Buffer[]): void {
  response.writeHead(200, { 'content-type': 'application/connect+json' }).end(Buffer.concat(frames))
}
