import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const MOST_IN_A_TURN = 4

/**
 * Spreads requests that come on one connection in one packet, perhaps hundreds, over several turns of the event loop,
 * so that others are served in between. Clients that wait for their answers notice nothing.
 */
export function inTurns(answer: Answer): Answer {
  const lines = new WeakMap<Socket, Parameters<Answer>[]>()
  const takeSome = (socket: Socket, line: Parameters<Answer>[]) => {
    for (const [request, response] of line.splice(0, MOST_IN_A_TURN)) if (!socket.destroyed) answer(request, response)
    if (line.length > 0) setImmediate(takeSome, socket, line)
    else lines.delete(socket)
  }
  return (request, response) => {
    const { socket } = request
    const line = lines.get(socket)
    if (line) return void line.push([request, response])
    answer(request, response)
    const next: Parameters<Answer>[] = []
    lines.set(socket, next)
    setImmediate(takeSome, socket, next)
  }
}
