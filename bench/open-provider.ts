import { findCgroups } from '../src/sandbox/cgroup/find.ts'
import { createJail } from '../src/sandbox/jail/jail.ts'
import type { SandboxProvider } from '../src/sandbox/sandbox.ts'

/** The sandbox as the engine chooses it, without the engine around it. */
export async function openProvider(): Promise<SandboxProvider> {
  let boxes = 0
  const newBoxId = () => `bench${process.pid}x${boxes++}`
  return createJail({ execPath: process.execPath, newBoxId, cgroups: await findCgroups() })
}
