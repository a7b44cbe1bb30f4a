import { afterAll, beforeAll } from 'vitest'
import { type PodmanService, startPodman } from '../../../test/support/podman.ts'
import { ownServerId } from '../cgroup/server-id.ts'
import type { ExecOptions, ExecResult, Sandbox, SandboxControl, SandboxProvider, SandboxSpec } from '../sandbox.ts'
import { type ContainerOptions, createContainerProvider } from './container.ts'

export const LIMITS = {
  timeoutMs: 10_000,
  memoryMb: 64,
  cpuPercent: 100,
  processes: 24,
  openFiles: 256,
  outputBytes: 1_000_000,
  diskMb: 8,
}

export const never: AbortSignal = new AbortController().signal

/** Starts a Podman service for the tests of one file. */
export function withPodman() {
  let service: PodmanService | undefined
  let serverId = ''
  let sandboxes = 0
  const theService = (): PodmanService => {
    if (!service) throw new Error('used before the service was started')
    return service
  }
  beforeAll(async () => {
    ;[service, serverId] = await Promise.all([startPodman(), ownServerId()])
  })
  afterAll(() => service?.stop())

  const createProvider = (options: Partial<ContainerOptions> = {}): SandboxProvider =>
    createContainerProvider({
      socketPath: theService().socketPath,
      image: theService().image,
      newSandboxId: () => `test-${process.pid}-${++sandboxes}`,
      serverId,
      hostUsr: true,
      execPath: process.execPath,
      ...options,
    })
  return {
    service: theService,
    createProvider,
    create: (spec: Partial<SandboxSpec> = {}, signal: AbortSignal = never) =>
      createProvider().create({ limits: LIMITS, ...spec }, signal),
    /** Every container that the engine knows, running or not. */
    containers: async () =>
      (await theService().podman('ps', '--all', '--format', '{{.Names}}')).split('\n').filter(Boolean),
  }
}

export async function use<T>(made: Promise<SandboxControl>, work: (control: SandboxControl) => Promise<T>): Promise<T> {
  const control = await made
  try {
    return await work(control)
  } finally {
    await control.destroy()
  }
}

export type Run = ExecResult & { stdout: string; stderr: string }

export async function bash(sandbox: Sandbox, script: string, options: ExecOptions = {}): Promise<Run> {
  const out = { stdout: '', stderr: '' }
  const result = await sandbox.exec(['bash', '-c', script], {
    ...options,
    onOutput: ({ stream, bytes }) => {
      out[stream] += Buffer.from(bytes).toString()
    },
  })
  return { ...result, ...out }
}
