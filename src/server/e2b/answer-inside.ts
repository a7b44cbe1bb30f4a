import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Engine } from '../../engine.ts'
import type { Planes } from './planes.ts'
import { answerProblem } from './proxy/answer-problem.ts'
import { notFound } from './proxy/gateway-problem.ts'
import { urlOf } from './proxy/request-address.ts'

/** Connections of one machine at once: each may bring a body that is kept until it is whole. */
const MOST_CONNECTIONS = 8

/** Answers programs inside a machine on its own loopback, where E2B's servers would be. */
export function answerInside({ machines, onBug }: Pick<Engine, 'machines' | 'onBug'>, ports: Planes['ports']): void {
  const from = new WeakMap<Duplex, { machineId: string; port: number }>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const caller = from.get(request.socket)
    const machine = caller && (await machines.reach(caller.machineId, () => false))
    const plane = caller && ports[caller.port]
    if (!machine || !plane) return answerProblem(request, response, notFound(caller?.machineId ?? ''))
    await plane({ request, response, machine, isInside: true, url: urlOf(request) })
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      onBug(error)
      response.destroy()
    })
  })
  machines.onBoot((machineId, sandbox) => {
    let open = 0
    for (const port of Object.keys(ports).map(Number)) {
      const take = (connection: Duplex) => {
        if (open >= MOST_CONNECTIONS) return connection.destroy()
        open++
        connection.once('close', () => open--)
        from.set(connection, { machineId, port })
        return server.emit('connection', connection)
      }
      // A sandbox that has ended already has no programs that could connect.
      sandbox.answerPort(port, take).catch(() => {})
    }
  })
}
