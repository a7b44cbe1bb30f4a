import { EngineError } from '../../../contract/errors.ts'
import type { MachineInfo, Machines } from '../../../engine.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlAnswer, ControlRoute } from './control-route.ts'
import { errorAnswer } from './error-answer.ts'
import { createRouteFinder } from './find-route.ts'

export const CONFIG: ControlEngine['config'] = { e2bDomain: '', machineDiskMb: 1024 }

/** Machines that can do what is given; for what no real one can be made to do at will. */
export function machinesWith(given: Partial<Machines>): Machines {
  return given as Machines
}

export const MACHINE: MachineInfo = {
  ...{ id: 'mch1', userId: 'ada', templateId: 'tpl1', alias: 'base', state: 'running', hasMemory: true },
  ...{ startedAtMs: 1000, endAtMs: 2000, timeoutMs: 1000, cpuCount: 2, memoryMb: 512, diskMb: 1024 },
  ...{ metadata: { app: 'one' }, env: {}, onTimeout: 'kill', pauseKeepsMemory: true, autoResume: false, volumes: [] },
  network: {
    ...{ allowInternet: true, allowOut: [], denyOut: [], rules: {}, egressProxy: null },
    ...{ allowPublicTraffic: true, maskRequestHost: null, httpsPorts: [] },
  },
  accessToken: 'access-token',
  trafficToken: null,
}

/** Calls a row as the router does, for one user; failures come back in their form. */
export async function callRow(
  routes: ControlRoute[],
  { method = 'GET', path, body }: { method?: string; path: string; body?: unknown },
): Promise<ControlAnswer> {
  const url = new URL(path, 'http://localhost')
  const found = createRouteFinder(routes)(method, url.pathname)
  if (!found) throw new Error(`no row for ${method} ${path}`)
  const from = { origin: url.origin, caller: { userId: 'ada', admin: false } }
  try {
    return await found.route.handle({ params: found.params, query: url.searchParams, body, headers: {}, ...from })
  } catch (error) {
    if (error instanceof EngineError) return errorAnswer(error)
    throw error
  }
}
