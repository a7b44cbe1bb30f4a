import type { ServerResponse } from 'node:http'
import type { ControlAnswer } from './control-route.ts'

/** Writes a whole answer. One that has begun already cannot be taken back: it is cut, so that nobody takes it for whole. */
export function sendAnswer(response: ServerResponse, { status, body, headers }: ControlAnswer): void {
  if (response.headersSent) return void response.destroy()
  const text = body === undefined ? '' : JSON.stringify(body)
  response.writeHead(status, {
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(text)
}
