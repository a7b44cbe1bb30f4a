import type { Engine } from '../../engine.ts'
import { nodeListener } from '../http/node-listener.ts'
import { createControlPlane } from './control/control-plane.ts'
import { createEnvdPlane } from './envd/create-envd-plane.ts'
import { interpreterPlane } from './interpreter/interpreter-plane.ts'
import { ENVD_PORT, INTERPRETER_PORT, type Plane } from './visit.ts'

export interface Planes {
  /** Answers requests for no single machine: making, listing and ending them, templates, volumes, secrets. */
  control: ReturnType<typeof nodeListener>
  /** Ports of every machine that the server answers itself; all others are servers inside. */
  ports: Record<number, Plane>
}

export function planesOf(engine: Engine): Planes {
  return {
    control: nodeListener(createControlPlane(engine)),
    ports: { [ENVD_PORT]: createEnvdPlane(), [INTERPRETER_PORT]: interpreterPlane },
  }
}
