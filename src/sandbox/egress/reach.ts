import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { AllowList } from './allow-list.ts'
import { denied, notPublic, unreachable } from './failure.ts'
import { isPublicAddress } from './public-address.ts'
import { askSocks, type SocksRoute } from './socks.ts'
import type { Target } from './target.ts'
import { untilAborted } from './until-aborted.ts'

export interface Reach {
  resolve(host: string): Promise<string[]>
  /** Connects to an address, never a name. */
  connect(address: string, port: number): Socket
  /** Starts TLS over an open connection, with the certificate of that host. */
  secure(socket: Socket, host: string): Promise<Socket>
}

export const realReach: Reach = {
  resolve: async (host) => (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address),
  connect: (address, port) => connectSocket({ host: address, port, allowHalfOpen: true, noDelay: true }),
  async secure(socket, host) {
    const secured = connectSecurely({ socket, host, ...(isIP(host) === 0 && { servername: host }) })
    await once(secured, 'secureConnect')
    secured.on('error', () => {})
    return secured
  },
}

export interface ReachOptions extends Reach {
  list: AllowList
  proxy?: SocksRoute
  signal: AbortSignal
  timeoutMs: number
}

/**
 * Resolves a name once, checks every answer, and connects to one of just these: a name that would answer differently the next
 * time is never asked again. An address that is itself on the list needs no check.
 */
export async function reach(target: Target, options: ReachOptions): Promise<{ socket: Socket; address: string }> {
  const { connect, signal, timeoutMs, proxy, list } = options
  signal.throwIfAborted()
  const found = await addressesOf(target, options)
  const admitted = isIP(target.host) > 0 ? found : found.filter((address) => list.admits(address, target))
  if (found.length > 0 && admitted.length === 0) throw denied(target)
  const addresses = admitted.slice(0, MOST_TRIES)
  if (proxy && addresses[0] !== undefined) {
    return { socket: await throughProxy(proxy, { ...options, target, address: addresses[0] }), address: addresses[0] }
  }
  for (const address of addresses) {
    const open = () => connect(address, target.port)
    const socket = await connected(open, { signal, patienceMs: timeoutMs / addresses.length })
    signal.throwIfAborted()
    if (socket !== undefined) return { socket, address }
  }
  throw unreachable(target)
}

const MOST_TRIES = 4

async function addressesOf(target: Target, { resolve, signal }: Pick<ReachOptions, 'resolve' | 'signal'>) {
  if (isIP(target.host) > 0) return [target.host]
  const found = await untilAborted(
    resolve(target.host).catch(() => []),
    signal,
  )
  const hidden = found.find((address) => !isPublicAddress(address))
  if (hidden !== undefined) throw notPublic(target, hidden)
  return found
}

/**
 * Connects through the proxy, which is reached by its own name, even if the policy denies that to the sandbox: the author of
 * the policy chose it.
 */
async function throughProxy(
  proxy: SocksRoute,
  { target, address, ...options }: ReachOptions & { target: Target; address: string },
): Promise<Socket> {
  const { proxy: _, ...direct } = options
  const everything = { allows: () => true, admits: () => true }
  const { socket } = await reach({ host: proxy.host, port: proxy.port, path: '' }, { ...direct, list: everything })
  try {
    await askSocks(socket, { ...proxy, address, port: target.port, signal: options.signal })
  } catch {
    socket.destroy()
    options.signal.throwIfAborted()
    throw unreachable(target)
  }
  return socket
}

/** The open socket; undefined when the address does not answer. The signal ends the socket at any later moment, too. */
function connected(open: () => Socket, { signal, patienceMs }: { signal: AbortSignal; patienceMs: number }) {
  return new Promise<Socket | undefined>((resolve) => {
    const socket = open()
    const settle = (result: Socket | undefined) => {
      clearTimeout(patience)
      if (result === undefined) socket.destroy()
      resolve(result)
    }
    const patience = setTimeout(settle, patienceMs, undefined)
    socket.once('connect', () => settle(socket))
    socket.on('error', () => settle(undefined))
    signal.addEventListener('abort', () => settle(undefined), { once: true })
  })
}
