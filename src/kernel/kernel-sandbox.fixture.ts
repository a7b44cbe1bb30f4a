import { findCgroups } from '../sandbox/cgroup/find.ts'
import { createJail } from '../sandbox/jail/jail.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'
import type { KernelUnderTest } from './checks.ts'
import { createContexts } from './contexts.ts'
import { allKernelPrograms } from './kernel-programs.ts'

export const KERNEL_LIMITS = {
  timeoutMs: 60_000,
  memoryMb: 512,
  cpuPercent: 200,
  processes: 64,
  openFiles: 1024,
  outputBytes: 1_000_000,
  diskMb: 100,
}
let made = 0
const cgroups = await findCgroups()
const newId = () => `kernel-test-${process.pid}-${++made}`
const jail = createJail({ execPath: process.execPath, newSandboxId: newId, cgroups })

/** Opens sandboxes of a provider, each with contexts in it. */
export const openSandboxesOf =
  (provider: () => SandboxProvider): KernelUnderTest['open'] =>
  async () => {
    const { sandbox, destroy } = await provider().create({ limits: KERNEL_LIMITS }, new AbortController().signal)
    return { contexts: createContexts({ sandbox, programs: allKernelPrograms, newId, limits: KERNEL_LIMITS }), destroy }
  }

/** Opens a sandbox of the real jail. */
export const openKernelSandbox = openSandboxesOf(() => jail)
