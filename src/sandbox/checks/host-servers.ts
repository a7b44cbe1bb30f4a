import { createSocket } from 'node:dgram'
import { createServer as createWebServer } from 'node:http'
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'

/** A server of the host that records its visitors. Only this host is ever contacted. */
export interface HostServer {
  port: number
  /** One word for each visit. */
  visits: string[]
}

export const withTcpServer = (options: ListenOptions, use: (server: HostServer) => Promise<void>): Promise<void> => {
  const visits: string[] = []
  const server = createServer((socket) => {
    visits.push('connected')
    socket.on('error', () => {})
    socket.end('hello from the host\n')
  })
  return during(server, options, (port) => use({ port, visits }))
}

/** Answers every request with its own name. A request for /slow is answered bit by bit and never ends. */
export const withWebServer = (name: string, use: (server: HostServer) => Promise<void>): Promise<void> => {
  const visits: string[] = []
  const server = createWebServer((request, response) => {
    visits.push(String(request.url))
    if (request.url !== '/slow') return void response.end(`this is ${name}`)
    response.write('begun ')
    const timer = setInterval(() => response.write('more '), 20)
    response.on('close', () => clearInterval(timer))
  })
  return during(server, { port: 0, host: '127.0.0.1' }, (port) => use({ port, visits }))
}

export async function withUdpServer(use: (server: HostServer) => Promise<void>): Promise<void> {
  const visits: string[] = []
  const socket = createSocket('udp4', (message) => void visits.push(message.toString()))
  await new Promise<void>((resolve) => socket.bind(0, '0.0.0.0', resolve))
  try {
    await use({ port: socket.address().port, visits })
  } finally {
    socket.close()
  }
}

/** Every address at which a program on this host could be reached. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))

async function during(server: Server, options: ListenOptions, use: (port: number) => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, resolve)
  })
  try {
    await use((server.address() as AddressInfo).port)
  } finally {
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}
