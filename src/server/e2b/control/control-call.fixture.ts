import { EngineError } from '../../../contract/errors.ts'
import { parsed } from '../../../contract/parsed.ts'
import type { MachineInfo, Machines } from '../../../engine.ts'
import { createRouter } from '../../http/router.ts'
import type { Row } from '../../http/row.ts'
import type { ControlEngine } from './control-engine.ts'
import { e2bRefusal } from './e2b-refusal.ts'

export const CONFIG: ControlEngine['config'] = { e2bDomain: '', machineDiskMb: 1024 }

/** Machines with the given methods, for behaviour that real ones cannot be made to show. */
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

interface Told {
  status: number
  body?: unknown
  /** Absent where there is no header beside the content type. */
  headers?: Record<string, string>
}

/** Calls a row as its door does, for one user; failures come back in their E2B form. */
export async function callRow(
  rows: Row[],
  { method = 'GET', path, body = {} }: { method?: string; path: string; body?: unknown },
): Promise<Told> {
  const url = new URL(path, 'http://localhost')
  const { row, params } = createRouter(rows)(method, url.pathname)
  if (!row) throw new Error(`no row for ${method} ${path}`)
  const caller = { userId: 'ada', scope: 'user' as const }
  const call = async () =>
    row.handle({
      ...{ params: params(), caller, request: new Request(url, { method }) },
      query: parsed(row.query, Object.fromEntries(url.searchParams), 'query'),
      body: parsed(row.body, body, 'body'),
    })
  try {
    const response = await call()
    const { 'content-type': _, ...headers } = Object.fromEntries(response.headers)
    const text = await response.text()
    return {
      status: response.status,
      ...(text !== '' && { body: JSON.parse(text) }),
      ...(Object.keys(headers).length > 0 && { headers }),
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const { status, body: told } = e2bRefusal(error, 'req1')
    return { status, body: JSON.parse(told) }
  }
}
