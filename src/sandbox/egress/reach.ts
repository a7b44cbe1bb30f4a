import { lookup } from 'node:dns/promises'
import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { notPublic, unreachable } from './failure.ts'
import { isPublicAddress } from './public-address.ts'
import type { Target } from './target.ts'
import { untilAborted } from './until-aborted.ts'

export interface Reach {
  resolve(host: string): Promise<string[]>
  /** Takes an address, never a name. */
  connect(address: string, port: number): Socket
}

export const realReach: Reach = {
  resolve: async (host) => (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address),
  connect: (address, port) => connectSocket({ host: address, port, allowHalfOpen: true }),
}

/**
 * Resolves once, checks every answer, and connects to one of just these: a name that answers differently the next time
 * is never asked a next time. An address that stands in the list itself needs no check.
 */
export async function reach(
  target: Target,
  { resolve, connect, signal, timeoutMs }: Reach & { signal: AbortSignal; timeoutMs: number },
): Promise<{ socket: Socket; address: string }> {
  signal.throwIfAborted()
  const isName = isIP(target.host) === 0
  const resolved = isName ? resolve(target.host).catch(() => []) : Promise.resolve([target.host])
  const found = await untilAborted(resolved, signal)
  const hidden = isName ? found.find((address) => !isPublicAddress(address)) : undefined
  if (hidden !== undefined) throw notPublic(target, hidden)
  const addresses = found.slice(0, MOST_TRIES)
  for (const address of addresses) {
    const open = () => connect(address, target.port)
    const socket = await connected(open, { signal, patienceMs: timeoutMs / addresses.length })
    signal.throwIfAborted()
    if (socket !== undefined) return { socket, address }
  }
  throw unreachable(target)
}

const MOST_TRIES = 4

/** Undefined when the address does not answer. The signal ends the socket at any later moment, too. */
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
