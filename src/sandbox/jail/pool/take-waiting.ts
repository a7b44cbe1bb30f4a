import type { Limits } from '../../../contract/limits.ts'
import type { SandboxControl, SandboxSpec } from '../../sandbox.ts'
import { groupLimits } from '../arguments.ts'
import { type EmptyBox, furnish } from '../box.ts'
import type { Pool } from './pool.ts'

/** A box that waited with the limits it had, for who wants other ones, or the same; undefined when none fits. */
export async function takeWaiting(
  pool: Pool<EmptyBox>,
  { spec, had }: { spec: SandboxSpec; had: Limits },
): Promise<SandboxControl | undefined> {
  // Room is given when a box is made.
  if (spec.limits.diskMb !== had.diskMb) return undefined
  const box = takeAlive(pool)
  return box && hand(box, spec, had).catch(() => undefined)
}

/** One that ended just before it was taken is nobody's loss. */
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
