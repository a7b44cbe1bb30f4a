import { findCgroups } from '../../cgroup/find.ts'
import { CHECK_LIMITS } from '../../checks/in-sandbox.ts'
import type { SandboxControl, SandboxSpec } from '../../sandbox.ts'
import { createJail } from '../jail.ts'

let sandboxes = 0

/** The jail, for tests of systems. */
export async function openSystemJail() {
  const jail = createJail({
    execPath: process.execPath,
    newSandboxId: () => `system-${process.pid}-${++sandboxes}`,
    cgroups: await findCgroups(),
  })
  const create = (spec: Partial<SandboxSpec> = {}) =>
    jail.create({ limits: SYSTEM_LIMITS, system: { layers: [] }, ...spec }, new AbortController().signal)
  return { ...jail, jail, createSystem: create }
}

export const SYSTEM_LIMITS = { ...CHECK_LIMITS, memoryMb: 256, processes: 64, diskMb: 64 }

/** Runs a script as one of the users; gives its output and its end. */
export async function runAs({ sandbox }: SandboxControl, user: string, script: string) {
  const program = await sandbox.start(['/bin/bash', '-l', '-c', script], { user })
  let output = ''
  program.onOutput(({ bytes }) => {
    output += Buffer.from(bytes).toString()
  })
  const { exitCode } = await program.exited
  return { output, exitCode }
}
