import type { Server } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { whenClosed } from './when-closed.ts'

const IDLE_SESSION_MS = 60_000

export interface Connections {
  /** A connection that speaks HTTP/1, over TLS or not. */
  add(socket: Socket): void
  addSession(session: ServerHttp2Session): void
  /** From now on each connection is closed as soon as it carries no answer. */
  closeWhenIdle(): void
  /** Ends all of them, whatever they carry: what was upgraded and what is encrypted too. */
  cut(): void
}

/**
 * Node's own `closeIdleConnections` takes an answer for done when it is written, and cuts those that are still on their way;
 * its `closeAllConnections` knows nothing of connections that were upgraded.
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
  // Clients of undici, the official SDKs among them, take the word that a session ends for its end, and drop what it carries.
  const countStreams = (session: ServerHttp2Session, change: number) => {
    const left = (sessions.get(session) ?? 0) + change
    if (!session.destroyed) sessions.set(session, left)
    if (isStopping && left === 0) session.close()
  }
  const closeIdle = () => {
    for (const socket of answers.keys()) count(socket, 0)
    for (const session of sessions.keys()) countStreams(session, 0)
    // Nobody knows yet what they will speak.
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
  // It carries something until it is closed.
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
