import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Engine } from '../../engine.ts'
import { createEnvdPlane } from './envd/create-envd-plane.ts'
import { ENVD_PORT, INTERPRETER_PORT, type Plane } from './visit.ts'

export interface E2bDoor {
  /** Whether a request is for us; every other one is for our own API. */
  isFor(request: IncomingMessage): boolean
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

const planes: Record<number, Plane> = { [ENVD_PORT]: createEnvdPlane() }

/** The E2B-compatible API: requests that name a sandbox go to its planes, the rest to the control plane. */
export function createE2bDoor(engine: Pick<Engine, 'machines'>): E2bDoor {
  return {
    isFor: ({ headers }) => headers['e2b-sandbox-id'] !== undefined,
    async answer(request, response) {
      const url = new URL(request.url ?? '/', 'http://localhost')
      const id = String(request.headers['e2b-sandbox-id'])
      const port = Number(request.headers['e2b-sandbox-port'] ?? ENVD_PORT)
      const machine = await engine.machines.reach(id, () => false)
      const plane = planes[port === INTERPRETER_PORT ? INTERPRETER_PORT : ENVD_PORT]
      if (machine && plane) return plane({ request, response, url, machine })
      response.writeHead(502, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ sandboxId: id, message: 'The sandbox was not found', code: 502 }))
    },
  }
}
