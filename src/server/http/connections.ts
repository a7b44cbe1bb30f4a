import type { Server } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { whenClosed } from './when-closed.ts'

const IDLE_SESSION_MS = 60_000

export interface Connections {
  /** A connection that speaks HTTP/1, over TLS or not. */
  add(socket: Socket): void
  addSession(session: ServerHttp2Session): void
  /** Closes each connection as soon as it carries no answer. */
  closeWhenIdle(): void
  /** Ends all of them, whatever they carry, upgraded and encrypted ones included. */
  cut(): void
}

/**
 * Node's own `closeIdleConnections` takes a written answer for done and cuts it on its way; its `closeAllConnections`
 * ignores upgraded connections.
 */
export function createConnections(server: Server): Connections {
  const accepted = new Set<Socket>()
  const answers = new Map<Socket, number>()
  const sessions = new Map<ServerHttp2Session, number>()
  let isStopping = false

  const count = (socket: Socket, change: number) => {
    if (socket.destroyed) return
    const left = (answers.get(socket) ?? 0) + change
    answers.set(socket, left)
    if (isStopping && left === 0) socket.destroySoon()
  }
  // Clients of undici, the official SDKs among them, take the announced end of a session for its end, and drop its
  // streams.
  const countStreams = (session: ServerHttp2Session, change: number) => {
    const left = (sessions.get(session) ?? 0) + change
    if (!session.destroyed) sessions.set(session, left)
    if (isStopping && left === 0) session.close()
  }
  const closeIdle = () => {
    for (const socket of answers.keys()) count(socket, 0)
    for (const session of sessions.keys()) countStreams(session, 0)
    // The protocol of these is still unknown.
    for (const socket of accepted) if (isStopping && socket.bytesRead === 0) socket.destroy()
  }
  server.on('connection', (socket: Socket) => {
    accepted.add(socket)
    socket.once('close', () => accepted.delete(socket))
  })
  server.on('request', ({ socket, httpVersionMajor }, response) => {
    if (httpVersionMajor > 1) return
    count(socket, 1)
    whenClosed(response, () => count(socket, -1))
  })
  // An upgraded connection is busy until it is closed.
  server.on('upgrade', (_, socket) => count(socket as Socket, 1))
  server.closeIdleConnections = closeIdle
  return {
    add(socket) {
      count(socket, 0)
      socket.once('close', () => answers.delete(socket))
    },
    addSession(session) {
      countStreams(session, 0)
      session.once('close', () => sessions.delete(session))
      session.on('stream', (stream) => {
        countStreams(session, 1)
        stream.once('close', () => countStreams(session, -1))
      })
      session.setTimeout(IDLE_SESSION_MS, () => sessions.get(session) === 0 && session.close())
    },
    closeWhenIdle() {
      isStopping = true
      closeIdle()
    },
    cut() {
      for (const socket of accepted) socket.destroy()
    },
  }
}
