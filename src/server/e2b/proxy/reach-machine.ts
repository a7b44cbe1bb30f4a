import type { IncomingMessage } from 'node:http'
import type { Engine, LiveMachine, MachineInfo } from '../../../engine.ts'
import { isSameSecret } from '../same-secret.ts'
import { mayUseInterpreters } from '../traffic-token.ts'
import { ENVD_PORT, INTERPRETER_PORT } from '../visit.ts'
import { findSignedMachine } from './find-signed-machine.ts'

export interface Knock {
  request: IncomingMessage
  url: URL
  machineId: string
  port: number
}

export type Reached = LiveMachine | 'not-found' | 'forbidden'

/** Finds the machine behind a port for a visitor with access, and wakes it for one who may. */
export async function reachMachine(machines: Engine['machines'], knock: Knock): Promise<Reached> {
  let isForbidden = false
  const machine = await machines.reach(knock.machineId, (info) => {
    const mayWake = mayWakeBy(knock, info)
    isForbidden = !mayWake && info.autoResume && info.hasMemory
    return mayWake
  })
  if (!machine) return isForbidden ? 'forbidden' : 'not-found'
  // The machine's own API checks the token on its own port by itself.
  return knock.port === ENVD_PORT || hasTrafficToken(knock, machine.info) ? machine : 'forbidden'
}

function mayWakeBy(knock: Knock, info: MachineInfo): boolean {
  if (knock.port === ENVD_PORT) return hasAccessToken(knock, info)
  return hasTrafficToken(knock, info) && (knock.port !== INTERPRETER_PORT || mayUseInterpreters(knock.request, info))
}

function hasTrafficToken({ request }: Knock, { trafficToken }: MachineInfo): boolean {
  return trafficToken === null || isSameSecret(String(request.headers['e2b-traffic-access-token'] ?? ''), trafficToken)
}

function hasAccessToken({ request, url }: Knock, { id, accessToken }: MachineInfo): boolean {
  if (accessToken === null) return true
  const isSigned = url.pathname === '/files' && findSignedMachine(url, request.method, [{ id, accessToken }]) === id
  return isSigned || isSameSecret(String(request.headers['x-access-token'] ?? ''), accessToken)
}
