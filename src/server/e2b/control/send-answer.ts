import type { ServerResponse } from 'node:http'
import { sendJson } from '../../http/send-json.ts'
import type { ControlAnswer } from './control-route.ts'

/** Writes a whole answer. One that has begun already cannot be taken back: it is cut, so that nobody takes it for whole. */
export function sendAnswer(response: ServerResponse, { status, body, headers }: ControlAnswer): void {
  if (response.headersSent) return void response.destroy()
  const all = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', ...headers }
  if (body === undefined) response.writeHead(status, all).end()
  else sendJson(response, { status, headers: all, value: body })
}
