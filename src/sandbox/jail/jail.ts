import type { CgroupTree } from '../cgroup/cgroup.ts'
import { sweepOrphans } from '../host/sweep-orphans.ts'
import type { Capability, SandboxControl, SandboxProvider } from '../sandbox.ts'
import { probeSystem, probeWalls } from '../walls.ts'
import { findHost } from './host.ts'
import { buildSandbox, type EmptySandbox, furnish } from './jail-sandbox.ts'
import { type JailHost, launch } from './launch.ts'
import { createSystems, type Systems, type WaitingSystems } from './system/create-systems.ts'
import { openDirectoryLayers } from './system/directory-layers.ts'
import { rootUsers, type SystemsHere } from './system/system-users.ts'
import { sweepDoors } from './zygote/door.ts'

export interface JailOptions {
  execPath: string
  newSandboxId(): string
  /** Lets the kernel enforce limits for a whole sandbox; without it each process carries its own. */
  cgroups: CgroupTree | undefined
  /** Directory with the newest set of added packages. */
  packages?: (() => Promise<string | undefined>) | undefined
  /** The users that systems can have; only root has some without being given them. */
  systemsHere?: SystemsHere
  /** Systems that are made before a caller asks for them. */
  waiting?: WaitingSystems
  /** Only for tests, which take walls away to prove that the checks notice. */
  weaken?(host: JailHost): JailHost | Promise<JailHost>
}

export interface Jail extends SandboxProvider {
  /** Parts of the host that its sandboxes are made of, looked up once; only the packages are those of this moment. */
  host(): Promise<JailHost>
  systems: Systems
}

/** The default provider: bubblewrap, a syscall filter and fresh namespaces; no Docker, no root, no daemon. */
export function createJail(options: JailOptions): Jail {
  const { execPath, newSandboxId, cgroups, packages, waiting, weaken = (host) => host } = options
  const here = options.systemsHere ?? ofThisUser()
  const abilities: Capability[] = ['pty', 'ports', 'egress', 'watch', 'snapshot', 'mounts', 'metrics', 'nested']
  const capabilities = new Set<Capability>(abilities)
  if (cgroups) capabilities.add('pause')
  if ('users' in here) capabilities.add('system')
  let host: Promise<JailHost> | undefined
  const theHost = async (): Promise<JailHost> => {
    host ??= findHost({ execPath, isCounted: cgroups !== undefined }).then(weaken)
    // A failed look-up is not kept: the missing package may be installed while the server runs.
    host.catch(() => {
      host = undefined
    })
    return { ...(await host), packages: await packages?.() }
  }
  const systems = createSystems({ host: theHost, cgroups, newSandboxId, here, waiting })
  const jail: Jail = {
    name: 'jail',
    host: theHost,
    systems,
    capabilities,
    hasHostPrograms: true,
    isLookedAtInside: true,
    probe: (signal) => probeWalls(jail, 'bubblewrap', signal),
    probeSystem: async (signal) => {
      if ('users' in here) return probeSystem(jail, here.users.described, signal)
      return { ok: true, kind: 'absent', detail: `none: ${here.lack.reason}`, remedy: here.lack.remedy }
    },
    create: async (spec, signal) => {
      signal.throwIfAborted()
      const { limits, mounts = [], system, nested } = spec
      if (system) return systems.create({ ...spec, system }, signal)
      const host = await theHost()
      const openHull = () => launch(host, { limits, mounts, nested })
      let control: SandboxControl | undefined
      const meanwhile = async (sandbox: EmptySandbox) => {
        control = await furnish(sandbox, spec, 'cold')
      }
      await buildSandbox({ id: newSandboxId(), cgroups, limits, signal, openHull, meanwhile })
      if (!control) throw new Error('a sandbox was built and not furnished')
      return control
    },
    sweep: async () => {
      await sweepOrphans()
      await sweepDoors()
      await cgroups?.sweep()
    },
    openLayers: (parts) => openDirectoryLayers({ ...parts, ...here, provider: jail, forget: systems.forget }),
    warmUp: systems.warmUp,
    close: systems.close,
  }
  return jail
}

function ofThisUser(): SystemsHere {
  if (process.getuid?.() === 0) return { users: rootUsers }
  return { lack: { reason: 'its user was given no others', remedy: 'Use an engine, which looks for them.' } }
}
