import { EngineError } from '../../contract/errors.ts'
import type { CgroupTree } from '../cgroup/cgroup.ts'
import { sweepOrphans } from '../host/sweep-orphans.ts'
import { refuseSystem } from '../refuse-system.ts'
import type { Capability, SandboxProvider } from '../sandbox.ts'
import { createSandbox } from './gvisor-sandbox.ts'
import { findGvisor, type GvisorHost } from './host.ts'
import { probeGvisor } from './probe.ts'
import { unsupportedChecks } from './unsupported-checks.ts'

export interface GvisorOptions {
  execPath: string
  newSandboxId(): string
  /** Limits a sandbox as a whole; without it each process carries its own limits, and sandboxes cannot be paused. */
  cgroups: CgroupTree | undefined
  /** Directory with the newest set of added packages. */
  packages?: () => Promise<string | undefined>
}

/** The hardened provider: programs talk to gVisor's kernel, a process without rights, and never to the host's own. */
export function createGvisorProvider({ execPath, newSandboxId, cgroups, packages }: GvisorOptions): SandboxProvider {
  const abilities: Capability[] = ['ports', 'egress', 'watch', 'snapshot', 'metrics']
  const capabilities = new Set<Capability>(cgroups ? [...abilities, 'pause'] : abilities)
  let host: Promise<GvisorHost> | undefined
  const theHost = () => {
    host ??= findGvisor(execPath)
    // A failed look-up is not kept: the missing package may be installed while the server runs.
    host.catch(() => {
      host = undefined
    })
    return host
  }
  const gvisor: SandboxProvider = {
    name: 'gvisor',
    capabilities,
    hasHostPrograms: true,
    cannotKeep: unsupportedChecks,
    probe: (signal) => probeGvisor(gvisor, signal),
    create: async (spec, signal) => {
      signal.throwIfAborted()
      refuseSystem(spec)
      // gVisor's file server could not give new files to the programs' user, so a mount could never be written to.
      if (spec.mounts?.length) throw new EngineError('UNSUPPORTED', { what: 'A mount in a gVisor sandbox' })
      const host = { ...(await theHost()), packages: await packages?.() }
      return createSandbox({ id: newSandboxId(), host, cgroups, spec, signal })
    },
    sweep: async () => {
      await sweepOrphans()
      await cgroups?.sweep()
    },
  }
  return gvisor
}
