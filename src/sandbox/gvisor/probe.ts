import { release } from 'node:os'
import type { Probe, SandboxProvider } from '../sandbox.ts'
import { COMMON_WALLS, probeSandbox, type Wall } from '../walls.ts'

/** Every gVisor says that its kernel was built on this day. */
const GVISOR_BUILD = '#1 SMP Sun Jan 10 15:06:54 PST 2016'

/** Walls of gVisor. Its kernel does not tell whether programs may get new privileges: a test asks each program instead. */
export const GVISOR_WALLS: Wall[] = [
  ["gVisor's kernel", (report) => report.includes(`${GVISOR_BUILD}\n`) && !report.includes(release())],
  ...COMMON_WALLS,
]

export const probeGvisor = (provider: SandboxProvider, signal: AbortSignal): Promise<Probe> =>
  probeSandbox({ provider, walls: GVISOR_WALLS, builtBy: 'runsc in bubblewrap', signal })
