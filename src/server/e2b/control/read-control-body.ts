import type { IncomingMessage } from 'node:http'
import { parseJson } from '../../http/parse-json.ts'
import { readBytes } from '../../http/read-body.ts'

/** The JSON a request carries, whatever it says its type is; undefined when it carries nothing. */
export async function readControlBody(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  // Leaving the loop early would destroy the socket, and with it the answer that says why.
  const body = request.iterator({ destroyOnReturn: false })
  const bytes = await readBytes({ told: request.headers['content-length'] ?? null, body }, limitBytes)
  return bytes.length === 0 ? undefined : parseJson(bytes)
}
