import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { cutOff } from './cut-off.ts'

/**
 * Cuts off an answer because its machine is gone. A connection of HTTP/1.1 that merely ends too early is a mistake of ours to
 * E2B's Python client; one that is reset is a loss, and the client looks whether the sandbox lives, and says so.
 */
export function resetAnswer(response: ServerResponse): void {
  const { socket } = response
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy()
  else cutOff(response)
}
