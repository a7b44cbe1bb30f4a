import type { Limits } from '../../../contract/limits.ts'
import type { SandboxControl, SandboxSpec } from '../../sandbox.ts'
import { groupLimits } from '../arguments.ts'
import { type EmptyBox, furnish } from '../box.ts'
import type { Pool } from './pool.ts'

/** Takes a pooled sandbox and applies the caller's limits; undefined when none fits. */
export async function takeWaiting(
  pool: Pool<EmptyBox>,
  { spec, had }: { spec: SandboxSpec; had: Limits },
): Promise<SandboxControl | undefined> {
  // The disk's size is fixed when a sandbox is made.
  if (spec.limits.diskMb !== had.diskMb) return undefined
  const box = takeAlive(pool)
  return box && hand(box, spec, had).catch(() => undefined)
}

/** Takes a sandbox that is alive; one that ended while it waited is dropped. */
function takeAlive(pool: Pool<EmptyBox>): EmptyBox | undefined {
  for (let box = pool.take(); box; box = pool.take()) if (box.isAlive()) return box
  return undefined
}

async function hand(box: EmptyBox, spec: SandboxSpec, had: Limits): Promise<SandboxControl> {
  const [before, after] = [had, spec.limits].map((limits) => groupLimits(limits, spec.system !== undefined))
  try {
    if (after && JSON.stringify(before) !== JSON.stringify(after)) await box.cgroup?.limit(after)
    return await furnish(box, spec, 'pool')
  } catch (error) {
    await box.destroy()
    throw error
  }
}
