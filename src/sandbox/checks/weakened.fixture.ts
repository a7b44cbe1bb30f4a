import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { sandboxChecks } from '../checks.ts'
import type { SandboxProvider } from '../sandbox.ts'
import { weakAgents } from './weak-agent.fixture.ts'
import { weakBetween, weakFiles } from './weak-between.fixture.ts'
import { weakKernels } from './weak-kernel.fixture.ts'
import { weakLimits } from './weak-limits.fixture.ts'
import { weakNetworks } from './weak-network.fixture.ts'
import { weakTrees } from './weak-tree.fixture.ts'

/** The only directory of the host's temporary files that the weak jails are shown; the file runs in a process of its own. */
const room = mkdtempSync(join(tmpdir(), 'anneal-weak-'))
const before = process.env.TMPDIR
chmodSync(room, 0o755)
process.env.TMPDIR = room
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(room, { recursive: true, force: true })
})

/** Jails by the id of a check, each without the wall that the check is about. */
export const weakened: Record<string, SandboxProvider> = {
  ...weakFiles(),
  ...weakTrees(),
  ...weakLimits(),
  ...weakNetworks(),
  ...weakKernels(),
  ...weakAgents(),
  ...weakBetween(),
}

export const checkOf = (id: string) => sandboxChecks.find((check) => check.id === id)

/** A sandbox that cannot even be made proves nothing: the check itself must have failed. */
export async function expectNoticed(id: string, provider: SandboxProvider): Promise<void> {
  await expect(checkOf(id)?.run(provider)).rejects.toMatchObject({ name: 'AssertionError' })
}
