import type { CgroupTree } from '../cgroup/cgroup.ts'
import { sweepOrphans } from '../host/sweep-orphans.ts'
import type { Capability, SandboxProvider } from '../sandbox.ts'
import { probeWalls } from '../walls.ts'
import { createBox } from './box.ts'
import { findHost } from './host.ts'
import type { JailHost } from './launch.ts'

export interface JailOptions {
  execPath: string
  newBoxId(): string
  /** Where limits can be held by the kernel for a whole box; without it each process carries its own. */
  cgroups: CgroupTree | undefined
  /** Only for tests, which take walls away to prove that the checks notice. */
  weaken?(host: JailHost): JailHost | Promise<JailHost>
}

/** The default provider: bubblewrap, a syscall filter and fresh namespaces; no Docker, no root, no daemon. */
export function createJail({ execPath, newBoxId, cgroups, weaken = (host) => host }: JailOptions): SandboxProvider {
  const abilities: Capability[] = ['pty', 'ports', 'egress', 'watch', 'snapshot', 'mounts', 'metrics']
  const capabilities = new Set<Capability>(cgroups ? [...abilities, 'pause'] : abilities)
  let host: Promise<JailHost> | undefined
  const theHost = () => {
    host ??= findHost(execPath).then(weaken)
    // A failed look-up is not kept: the missing package may be installed while the server runs.
    host.catch(() => {
      host = undefined
    })
    return host
  }
  const jail: SandboxProvider = {
    name: 'jail',
    capabilities,
    probe: (signal) => probeWalls(jail, 'bubblewrap', signal),
    create: async (spec, signal) => {
      signal.throwIfAborted()
      return createBox({ id: newBoxId(), host: await theHost(), cgroups, spec, signal })
    },
    sweep: async () => {
      await sweepOrphans()
      await cgroups?.sweep()
    },
  }
  return jail
}
