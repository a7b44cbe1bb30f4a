import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { EgressEnd, EgressRequest, NetworkPolicy } from '../network.ts'
import { createEgress, type EgressParts } from './egress.ts'

/** An address of the public internet; in tests every connection to it ends on this host. */
export const PUBLIC = '93.184.215.14'

/** A web server on loopback that lasts as long as the test. */
export async function startOrigin(onRequest: RequestListener): Promise<{ port: number }> {
  return listen(createServer(onRequest))
}

/** A server of plain connections on loopback that lasts as long as the test. */
export async function startSocketOrigin(onConnection: (socket: Socket) => void): Promise<{ port: number }> {
  return listen(
    createSocketServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {})
      onConnection(socket)
    }),
  )
}

async function listen(server: Server): Promise<{ port: number }> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port }
}

/** An egress for which all names are public and lead to `port` of this host, with a record of all it reports. */
export function startEgress({ allow, port = 0, ...parts }: { allow: string[]; port?: number } & Partial<EgressParts>) {
  const requests: EgressRequest[] = []
  const ends: EgressEnd[] = []
  const connects: [address: string, port: number][] = []
  const policyOf = (list: string[]): NetworkPolicy => ({
    allow: list,
    onRequest: (request) => void requests.push(request),
    onEnd: (end) => void ends.push(end),
  })
  const egress = createEgress({
    policy: policyOf(allow),
    resolve: async () => [PUBLIC],
    connect: (address, wanted) => {
      connects.push([address, wanted])
      return connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    },
    ...parts,
  })
  onTestFinished(() => egress.close())
  return { egress, requests, ends, connects, policyOf, open: () => openClient(egress) }
}

/** A program in the sandbox that has just connected to its proxy. */
export function openClient(egress: { handle(connection: Duplex): void }) {
  const [inside, outside] = duplexPair()
  egress.handle(outside)
  return talkOver(inside)
}

/** A client of the egress over real sockets, where a vanished client is noticed. */
export async function openSocketClient(egress: { handle(connection: Duplex): void }) {
  const { port } = await listen(createSocketServer({ allowHalfOpen: true }, (socket) => egress.handle(socket)))
  return talkOver(connect({ host: '127.0.0.1', port, allowHalfOpen: true }))
}

function talkOver<S extends Duplex>(stream: S) {
  let text = ''
  const wake = new Set<() => void>()
  stream.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
    for (const look of wake) look()
  })
  stream.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    stream.once('end', resolve)
    stream.once('close', resolve)
  })
  /** Resolves with the text received since the last time, up to the wanted end. */
  const hear = (endOf: (heard: string) => number | undefined) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const end = endOf(text)
        if (end === undefined) return
        wake.delete(look)
        resolve(text.slice(0, end))
        text = text.slice(end)
      }
      wake.add(look)
      look()
      void closed.then(() => setImmediate(() => reject(new Error(`closed after: ${text}`))))
    })
  const send = (bytes: string) => void stream.write(Buffer.from(bytes, 'latin1'))
  return {
    stream,
    closed,
    send,
    heard: () => text,
    hear: () => hear(endOfAnswer),
    /** Sends a request, and gives its one answer. */
    ask: (bytes: string, endOf = endOfAnswer) => {
      send(bytes)
      return hear(endOf)
    },
  }
}

export function endOfHead(heard: string): number | undefined {
  const end = heard.indexOf('\r\n\r\n')
  return end < 0 ? undefined : end + 4
}

function endOfAnswer(heard: string): number | undefined {
  const head = endOfHead(heard)
  if (head === undefined) return undefined
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(heard.slice(0, head))?.[1]
  const isChunked = /\r\ntransfer-encoding: chunked\r\n/i.test(heard.slice(0, head))
  const last = heard.indexOf('\r\n0\r\n\r\n', head - 2)
  const end = isChunked ? (last < 0 ? Number.POSITIVE_INFINITY : last + 7) : head + Number(length ?? 0)
  return end <= heard.length ? end : undefined
}

export const get = (url: string, headers: string[] = []) =>
  [`GET ${url} HTTP/1.1`, 'Host: whatever.example', ...headers, '', ''].join('\r\n')

/** An origin that only listens, and keeps the bytes that reach it. */
export async function startListener() {
  const seen: string[] = []
  const { port } = await startSocketOrigin((socket) => {
    socket.on('data', (bytes) => seen.push(bytes.toString('latin1')))
  })
  return { seen, port }
}

export const connectTo = (authority: string) => `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`
