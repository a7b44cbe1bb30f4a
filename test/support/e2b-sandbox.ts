import { Sandbox } from 'e2b'
import type { MachineRequest } from '../../src/engine.ts'
import type { E2bServer } from './e2b-server.ts'

const ENVD_VERSION = '0.6.13'

/** A machine of the server in the hands of the official SDK, which then talks only to the machine. */
export async function openE2bSandbox(server: E2bServer, request: Partial<MachineRequest> = {}): Promise<Sandbox> {
  const info = await server.engine.machines.create({ ...REQUEST, ...request }, 'ada')
  return new Sandbox({
    ...server.options,
    sandboxId: info.id,
    sandboxDomain: 'localhost',
    envdVersion: ENVD_VERSION,
    ...(info.accessToken !== null && { envdAccessToken: info.accessToken }),
  })
}

const REQUEST: MachineRequest = {
  template: 'base',
  timeoutMs: 300_000,
  metadata: {},
  env: {},
  network: {
    allowInternet: false,
    allowOut: [],
    denyOut: [],
    rules: {},
    egressProxy: null,
    allowPublicTraffic: true,
    maskRequestHost: null,
    httpsPorts: [],
  },
  onTimeout: 'kill',
  pauseKeepsMemory: true,
  autoResume: false,
  isSecured: true,
  volumes: [],
}
