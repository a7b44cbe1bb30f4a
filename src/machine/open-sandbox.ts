import type { Limits } from '../contract/limits.ts'
import type { NetworkPolicy } from '../sandbox/network.ts'
import type { Sandbox, SandboxControl, SandboxProvider } from '../sandbox/sandbox.ts'
import type { Interpreters, MachineNetwork } from './machine.ts'
import type { MachineRecord } from './machine-record.ts'
import type { LaidVolumes, MachineVolumes } from './machine-volumes.ts'
import { startCommand } from './start-command.ts'
import type { UserLayers } from './user-layers.ts'

export interface SandboxParts {
  provider: Pick<SandboxProvider, 'create' | 'capabilities'>
  layers: UserLayers
  volumes: MachineVolumes
  /** The limits that all machines share; each has its own memory, processors and disk. */
  limits: Omit<Limits, 'memoryMb' | 'cpuPercent' | 'diskMb'>
  openInterpreters(sandbox: Sandbox, env: Record<string, string>, userId: string): Interpreters
  /** Resolves when a process may be started for this user. */
  mayStart?(command: string[], given: Record<string, unknown>, userId: string): Promise<void>
  /** The hosts that the machine may reach, as far as this server allows. */
  policyOf(network: MachineNetwork, machine: { id: string; userId: string }): Promise<NetworkPolicy>
  /** Resolves when a machine of this user may have these hosts, which a person may have to allow. */
  mayReach?(network: MachineNetwork, userId: string, signal?: AbortSignal): Promise<void>
  assertWalls(): Promise<void>
  onBoot(machineId: string, sandbox: Sandbox): void
}

/** The sandbox of a machine from one boot to the next; a pause that keeps its memory keeps the sandbox. */
export interface MachineSandbox {
  readonly control: SandboxControl
  readonly interpreters: Interpreters
  readonly volumes: LaidVolumes
  /** Resolves when a process may be started in it. */
  mayStart(command: string[], given: Record<string, unknown>): Promise<void>
}

/** Variables of every process in it: those of its template and of its owner, and the ones by which E2B's programs know it. */
export const envOf = ({ from, info }: MachineRecord): Record<string, string> => ({
  E2B_SANDBOX: 'true',
  E2B_SANDBOX_ID: info.id,
  E2B_TEMPLATE_ID: info.templateId,
  ...from.env,
  ...info.env,
})

/**
 * Boots a machine from its layers; throws UNSUPPORTED where sandboxes are no whole systems. A failure leaves no sandbox
 * behind.
 */
export async function openSandbox(
  parts: SandboxParts,
  record: MachineRecord,
  signal: AbortSignal,
): Promise<MachineSandbox> {
  const { info, from, layers } = record
  await parts.assertWalls()
  await parts.mayReach?.(info.network, info.userId, signal)
  const env = envOf(record)
  const control = await parts.provider.create(
    {
      limits: {
        ...parts.limits,
        memoryMb: info.memoryMb,
        cpuPercent: info.cpuCount * 100,
        diskMb: info.diskMb,
      },
      env,
      network: await parts.policyOf(info.network, info),
      system: {
        layers: layers.map((id) => parts.layers.directoryOf(id)),
        ...(from.root !== undefined && { root: from.root }),
      },
    },
    signal,
  )
  try {
    parts.onBoot(info.id, control.sandbox)
    const volumes = await parts.volumes.lay(control.sandbox, info)
    await startCommand(control.sandbox, { from, signal })
    return {
      control,
      interpreters: parts.openInterpreters(control.sandbox, env, info.userId),
      mayStart: async (command, given) => parts.mayStart?.(command, given, info.userId),
      volumes,
    }
  } catch (error) {
    await control.destroy()
    throw error
  }
}
