import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { jsonBody } from './json-body.ts'

export interface JsonAnswer {
  status: number
  headers?: OutgoingHttpHeaders
  value: unknown
}

/** Answers with JSON; a long answer is sent in pieces, as fast as it is taken. */
export function sendJson(response: ServerResponse, { status, headers, value }: JsonAnswer): void {
  const body = jsonBody(value)
  const isWhole = typeof body === 'string'
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(isWhole && { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  })
  if (isWhole) response.end(body)
  // A reader who leaves is no bug of ours.
  else void pipeline(body, response).catch(() => {})
}
