import { randomBytes } from 'node:crypto'
import { EngineError } from '../contract/errors.ts'
import { createContexts } from '../kernel/contexts.ts'
import type { KernelProgram } from '../kernel/kernel-program.ts'
import type { SandboxControl, SandboxProvider } from '../sandbox/sandbox.ts'
import { createInterpreters } from './interpreters.ts'
import type { LiveMachine, MachineInfo, Machines } from './machine.ts'

export interface MachinesParts {
  provider: SandboxProvider
  programs: readonly KernelProgram[]
  newId(prefix: 'mch' | 'ctx'): string
  clock(): number
}

const LIMITS = {
  timeoutMs: 86_400_000,
  memoryMb: 512,
  cpuPercent: 200,
  processes: 512,
  openFiles: 4096,
  outputBytes: 1_000_000_000,
  diskMb: 1024,
}

/** Machines: systems that live on their own until their time is over, or somebody ends them. */
export function createMachines({
  provider,
  programs,
  newId,
  clock,
}: MachinesParts): Pick<Machines, 'create' | 'get' | 'kill' | 'reach' | 'tokens' | 'close'> {
  const live = new Map<string, LiveMachine & { control: SandboxControl }>()
  const find = (id: string, userId: string) => {
    const machine = live.get(id)
    if (!machine || machine.info.userId !== userId) throw new EngineError('MACHINE_NOT_FOUND', { machineId: id })
    return machine
  }
  return {
    async create(request, userId) {
      const { template, isSecured, ...rest } = request
      const startedAtMs = clock()
      const info: MachineInfo = {
        ...rest,
        ...{ id: newId('mch'), userId, templateId: template, alias: template, state: 'running', hasMemory: true },
        ...{ startedAtMs, endAtMs: startedAtMs + request.timeoutMs, cpuCount: 2, memoryMb: 512, diskMb: LIMITS.diskMb },
        accessToken: isSecured ? randomBytes(20).toString('hex') : null,
        trafficToken: request.network.allowPublicTraffic ? null : randomBytes(20).toString('hex'),
      }
      const isSystem = provider.capabilities.has('system')
      const system = isSystem ? { system: { layers: [] } } : {}
      const control = await provider.create(
        { limits: LIMITS, env: request.env, ...system },
        new AbortController().signal,
      )
      const { sandbox } = control
      const contexts = createContexts({ sandbox, programs, newId: () => newId('ctx') })
      const cut = new AbortController()
      void control.ended.then(() => cut.abort())
      const machine = { info, sandbox, env: request.env, defaultUser: 'user', workdir: null, control, cut: cut.signal }
      live.set(info.id, { ...machine, interpreters: createInterpreters({ contexts, env: request.env, isSystem }) })
      return info
    },
    get: async (id, userId) => find(id, userId).info,
    async kill(id, userId) {
      const { control } = find(id, userId)
      live.delete(id)
      await control.destroy()
    },
    reach: async (id) => live.get(id),
    *tokens() {
      for (const { info } of live.values()) if (info.accessToken) yield { id: info.id, accessToken: info.accessToken }
    },
    async close() {
      await Promise.all([...live.values()].map(({ control }) => control.destroy()))
    },
  }
}
