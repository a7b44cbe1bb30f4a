import type { Engine, MachineRequest } from '../../src/engine.ts'

export const MACHINE_REQUEST: MachineRequest = {
  template: 'base',
  timeoutMs: 60_000,
  metadata: {},
  env: { GREETING: 'hello' },
  network: {
    ...{ allowInternet: false, allowOut: [], denyOut: [], rules: {}, egressProxy: null },
    ...{ allowPublicTraffic: true, maskRequestHost: null, httpsPorts: [] },
  },
  onTimeout: 'kill',
  pauseKeepsMemory: true,
  autoResume: false,
  isSecured: true,
  volumes: [],
}

/** The output of a command in a running machine. */
export async function runInMachine(machines: Engine['machines'], id: string, command: string): Promise<string> {
  const live = await machines.reach(id, () => false)
  if (!live) throw new Error(`${id} does not run`)
  let text = ''
  const { exitCode } = await live.sandbox.exec(['/bin/bash', '-c', command], {
    onOutput: ({ bytes }) => {
      text += Buffer.from(bytes).toString()
    },
  })
  if (exitCode !== 0) throw new Error(`${command}: ${exitCode} ${text}`)
  return text.trim()
}
