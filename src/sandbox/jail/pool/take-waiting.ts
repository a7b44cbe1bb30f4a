import type { Limits } from '../../../contract/limits.ts'
import type { SandboxControl, SandboxSpec } from '../../sandbox.ts'
import { groupLimits } from '../arguments.ts'
import { type EmptySandbox, furnish } from '../jail-sandbox.ts'
import type { Pool } from './pool.ts'

/** Takes a pooled sandbox and applies the caller's limits; undefined when none fits. */
export async function takeWaiting(
  pool: Pool<EmptySandbox>,
  { spec, had }: { spec: SandboxSpec; had: Limits },
): Promise<SandboxControl | undefined> {
  // The disk's size is fixed when a sandbox is made.
  if (spec.limits.diskMb !== had.diskMb) return undefined
  const sandbox = takeAlive(pool)
  return sandbox && hand(sandbox, spec, had).catch(() => undefined)
}

/** Takes a sandbox that is alive; one that ended while it waited is dropped. */
function takeAlive(pool: Pool<EmptySandbox>): EmptySandbox | undefined {
  for (let sandbox = pool.take(); sandbox; sandbox = pool.take()) if (sandbox.isAlive()) return sandbox
  return undefined
}

async function hand(sandbox: EmptySandbox, spec: SandboxSpec, had: Limits): Promise<SandboxControl> {
  const [before, after] = [had, spec.limits].map((limits) => groupLimits(limits, spec.system !== undefined))
  try {
    if (after && JSON.stringify(before) !== JSON.stringify(after)) await sandbox.cgroup?.limit(after)
    return await furnish(sandbox, spec, 'pool')
  } catch (error) {
    await sandbox.destroy()
    throw error
  }
}
