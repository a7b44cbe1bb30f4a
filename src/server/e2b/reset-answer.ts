import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { cutOff } from './cut-off.ts'

/**
 * Cuts off an answer because its machine is gone. E2B's Python client takes an HTTP/1.1 connection that merely ends too
 * early for a protocol error; after a reset it checks whether the sandbox lives, and says so.
 */
export function resetAnswer(response: ServerResponse): void {
  const { socket } = response
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy()
  else cutOff(response)
}
