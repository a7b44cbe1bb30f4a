import type { MachineNetwork, MachineRequest } from '../../src/engine.ts'

/** The request of an ordinary machine, with a test's changes. */
export function machineRequest(
  over: Partial<MachineRequest> & { ports?: Partial<MachineNetwork> } = {},
): MachineRequest {
  const { ports, ...rest } = over
  return {
    ...{ template: 'base', timeoutMs: 300_000, metadata: {}, env: {}, volumes: [] },
    ...{ onTimeout: 'kill', pauseKeepsMemory: true, autoResume: false, isSecured: true },
    network: {
      ...{ allowInternet: true, allowOut: [], denyOut: [], rules: {}, egressProxy: null },
      ...{ allowPublicTraffic: true, maskRequestHost: null, httpsPorts: [] },
      ...ports,
    },
    ...rest,
  }
}
