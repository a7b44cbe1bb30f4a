import { once } from 'node:events'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'
import { EngineError } from '../../../contract/errors.ts'
import type { LiveMachine } from '../../../engine.ts'
import { badAnswer, type GatewayProblem, portClosed, tooMany } from './gateway-problem.ts'

export type DialPort = (machine: LiveMachine, port: number) => Promise<Duplex | GatewayProblem>

/** Connects to servers inside of machines, with a limit per machine. */
export function createPortDialer(mostConnections: number): DialPort {
  const open = new Map<string, number>()
  const count = (id: string, change: number) => {
    const now = (open.get(id) ?? 0) + change
    if (now === 0) open.delete(id)
    else open.set(id, now)
  }
  return async (machine, port) => {
    const { id } = machine.info
    if ((open.get(id) ?? 0) >= mostConnections) return tooMany(id, port)
    count(id, 1)
    const connection = await connectTo(machine, port)
    if ('status' in connection) count(id, -1)
    else connection.once('close', () => count(id, -1))
    return connection
  }
}

async function connectTo(machine: LiveMachine, port: number): Promise<Duplex | GatewayProblem> {
  const { info, sandbox, cut } = machine
  try {
    const plain = await sandbox.openPort(port)
    const end = () => plain.destroy()
    cut.addEventListener('abort', end, { once: true })
    plain.once('close', () => cut.removeEventListener('abort', end))
    // The reader of the connection gets this error too.
    plain.on('error', () => plain.destroy())
    if (cut.aborted) plain.destroy()
    return info.network.httpsPorts.includes(port) ? await encrypt(plain, info.network.maskRequestHost) : plain
  } catch (error) {
    if (error instanceof EngineError && error.code === 'PORT_CLOSED') return portClosed(info.id, port)
    // The sandbox has ended, or there is no TLS behind the port.
    return badAnswer(info.id, port)
  }
}

/** A certificate made inside the machine proves nothing, and the connection never leaves this host. */
async function encrypt(plain: Duplex, mask: string | null): Promise<Duplex> {
  const name = mask?.split(':')[0] ?? 'localhost'
  const secure = connect({
    socket: plain,
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(name) === 0 && { servername: name }),
  })
  plain.once('close', () => secure.destroy())
  await once(secure, 'secureConnect')
  return secure
}
