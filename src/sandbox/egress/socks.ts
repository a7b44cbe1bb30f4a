import { once } from 'node:events'
import { isIPv4, type Socket } from 'node:net'
import { EngineError } from '../../contract/errors.ts'
import type { SocksProxy } from '../network.ts'
import { addressGroups, readAuthority } from './authority.ts'

/** A SOCKS proxy in parsed form. */
export interface SocksRoute extends Omit<SocksProxy, 'address'> {
  host: string
  port: number
}

const LONGEST = 255
const VERSION = 5
const [NO_PASSWORD, PASSWORD] = [0, 2]

export function parseSocksProxy({ address, username, password }: SocksProxy): SocksRoute {
  const authority = readAuthority(address)
  const problems: string[] = []
  if (authority?.port === undefined) problems.push('network.egressProxy.address: must be host:port')
  for (const [field, value] of Object.entries({ username, password })) {
    if (value !== undefined && (value === '' || Buffer.byteLength(value) > LONGEST))
      problems.push(`network.egressProxy.${field}: must have 1 to ${LONGEST} bytes`)
  }
  if (authority?.port === undefined || problems.length > 0) throw new EngineError('INVALID_REQUEST', { problems })
  return { host: authority.host, port: authority.port, ...(username && { username }), ...(password && { password }) }
}

export interface SocksWish extends Pick<SocksRoute, 'username' | 'password'> {
  /** An address, never a name: it was looked up and checked here. */
  address: string
  port: number
  signal: AbortSignal
}

/** Asks a proxy on the other end of the socket for a connection (RFC 1928, 1929). Rejects when it gives none. */
export async function askSocks(socket: Socket, wish: SocksWish): Promise<void> {
  const read = (bytes: number) => readExactly(socket, bytes, wish.signal)
  const methods = wish.username === undefined ? [NO_PASSWORD] : [NO_PASSWORD, PASSWORD]
  socket.write(Uint8Array.of(VERSION, methods.length, ...methods))
  const [version, method] = await read(2)
  if (version !== VERSION || method === undefined || !methods.includes(method)) throw new SocksRefusal('no way in')
  if (method === PASSWORD) {
    const [user, password] = [Buffer.from(wish.username ?? ''), Buffer.from(wish.password ?? '')]
    socket.write(Buffer.from([1, user.length, ...user, password.length, ...password]))
    if ((await read(2))[1] !== 0) throw new SocksRefusal('wrong password')
  }
  socket.write(Buffer.from([VERSION, 1, 0, ...addressBytes(wish.address), wish.port >> 8, wish.port & 255]))
  const [, reply, , kind] = await read(4)
  if (reply !== 0) throw new SocksRefusal(`reply ${reply}`)
  // The proxy's own address is skipped: the bytes after it are the connection.
  await read((kind === 1 ? 4 : kind === 4 ? 16 : ((await read(1))[0] ?? 0)) + 2)
}

class SocksRefusal extends Error {}

function addressBytes(address: string): number[] {
  if (isIPv4(address)) return [1, ...address.split('.').map(Number)]
  return [4, ...addressGroups(address).flatMap((group) => [group >> 8, group & 255])]
}

/** Reads all available bytes and puts the surplus back: asking for more than there is would wake at once, again and again. */
async function readExactly(socket: Socket, bytes: number, signal: AbortSignal): Promise<Buffer> {
  let taken = Buffer.alloc(0)
  for (;;) {
    const more: Buffer | null = socket.read()
    taken = more ? Buffer.concat([taken, more]) : taken
    if (taken.length >= bytes) {
      if (taken.length > bytes) socket.unshift(taken.subarray(bytes))
      return taken.subarray(0, bytes)
    }
    if (socket.readableEnded || socket.destroyed) throw new SocksRefusal('it hung up')
    if (!more) await once(socket, 'readable', { signal })
  }
}
