import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Engine } from '../../engine.ts'
import { interpreterPlane } from './interpreter/interpreter-plane.ts'
import { INTERPRETER_PORT, type Plane } from './visit.ts'

/** Answers what is for no single machine: making, listing and ending them, templates, volumes, secrets. */
export type ControlPlane = (call: { request: IncomingMessage; response: ServerResponse; url: URL }) => Promise<void>

export interface Planes {
  control: ControlPlane
  /** Ports of every machine that are answered out here; all others are servers inside. */
  ports: Record<number, Plane>
}

export function planesOf(_engine: Engine): Planes {
  return {
    control: async ({ response }) => {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ code: 404, message: 'not found' }))
    },
    ports: { [INTERPRETER_PORT]: interpreterPlane },
  }
}
