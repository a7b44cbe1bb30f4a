import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes each connection as soon as it carries no answer, from the moment the returned function is called. Node's own
 * `closeIdleConnections` takes an answer for done when it is written, and cuts those that are still on their way.
 */
export function trackConnections(server: Server): () => void {
  const answers = new Map<Socket, number>()
  let stopping = false

  const count = (socket: Socket, change: number) => {
    if (socket.destroyed) return
    const left = (answers.get(socket) ?? 0) + change
    answers.set(socket, left)
    if (stopping && left === 0) socket.destroySoon()
  }
  const closeIdle = () => {
    for (const socket of answers.keys()) count(socket, 0)
  }
  server.on('connection', (socket: Socket) => {
    count(socket, 0)
    socket.once('close', () => answers.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  server.closeIdleConnections = closeIdle
  return () => {
    stopping = true
    closeIdle()
  }
}
