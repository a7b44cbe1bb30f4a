import type { VolumeMount } from '../../src/contract/session.ts'
import { findCgroups } from '../../src/sandbox/cgroup/find.ts'
import { type CheckedSandbox, withSandbox } from '../../src/sandbox/checks/in-sandbox.ts'
import { createJail } from '../../src/sandbox/jail/jail.ts'
import type { LaidVolumes } from '../../src/session/volume/volume-mounts.ts'
import { DATA, type VolumeTools, withVolumes } from '../../src/session/volume/with-volumes.fixture.ts'

export interface Shown {
  laid: LaidVolumes
  /** Runs shell lines in the volume; gives their output, errors included. */
  sh(script: string): Promise<string>
}

export interface ShownOptions {
  sandboxes?: number
  limits?: { maxBytes?: number; maxFiles?: number }
  mount?: Partial<VolumeMount>
  /** Files that are in the volume before. */
  fill?: Record<string, string>
}

/** One volume in one or more real sandboxes. */
export async function withShownVolume(
  { sandboxes = 1, limits = {}, mount, fill = {} }: ShownOptions,
  use: (shown: Shown[], tools: VolumeTools) => Promise<void>,
): Promise<void> {
  let made = 0
  const newSandboxId = () => `volume-${process.pid}-${++made}`
  const jail = createJail({ execPath: process.execPath, newSandboxId, cgroups: await findCgroups() })
  const mounts = [{ name: DATA.name, readOnly: false, ...mount }]

  const open = async ({ sandbox, bash }: CheckedSandbox, tools: VolumeTools): Promise<Shown> => ({
    laid: await tools.mounts.lay(sandbox, { userId: DATA.userId, mounts }),
    sh: async (script) => {
      const { stdout, stderr } = await bash(`exec 2>&1; ${script}`, { cwd: `/volumes/${DATA.name}` })
      return stdout + stderr
    },
  })
  const openAll = async (shown: Shown[], tools: VolumeTools): Promise<void> => {
    if (shown.length === sandboxes) return use(shown, tools)
    await withSandbox(jail, {}, async (checked) => openAll([...shown, await open(checked, tools)], tools))
  }
  await withVolumes(limits, async (tools) => {
    for (const [path, text] of Object.entries(fill)) await tools.save(path, text)
    await openAll([], tools)
  })
}
