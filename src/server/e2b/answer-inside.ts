import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Engine } from '../../engine.ts'
import { cutOff } from './cut-off.ts'
import type { Plane } from './visit.ts'

/** Of one machine at once: its programs are not to fill the server with what they open and leave. */
const MOST_CONNECTIONS = 100

export interface InsidePlane {
  machines: Pick<Engine['machines'], 'serveInside' | 'reach'>
  port: number
  plane: Plane
  onBug(error: unknown): void
}

/** Answers programs in machines, on a port of their own loopback, as it answers those outside. */
export function answerInside({ machines, port, plane, onBug }: InsidePlane): void {
  const owners = new WeakMap<Duplex, string>()
  const open = new Map<string, number>()
  const server = createServer((request, response) => {
    const answer = async () => {
      const machine = await machines.reach(owners.get(request.socket) ?? '', () => false)
      if (!machine) return cutOff(response)
      const url = new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`)
      await plane({ request, response, url, machine })
    }
    answer().catch((error) => {
      onBug(error)
      cutOff(response)
    })
  })
  machines.serveInside(port, (connection, machineId) => {
    const count = open.get(machineId) ?? 0
    if (count >= MOST_CONNECTIONS) return void connection.destroy()
    open.set(machineId, count + 1)
    connection.once('close', () => {
      const left = (open.get(machineId) ?? 1) - 1
      if (left === 0) open.delete(machineId)
      else open.set(machineId, left)
    })
    owners.set(connection, machineId)
    server.emit('connection', connection)
  })
}
