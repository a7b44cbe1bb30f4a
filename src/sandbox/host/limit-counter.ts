import type { Cgroup } from '../cgroup/cgroup.ts'

export interface LimitCounter {
  limitHit(): Promise<'memory' | 'processes' | undefined>
  /** To be awaited before the group is removed: a box that died of its limit is asked about afterwards. */
  close(): Promise<void>
}

/** Tells which limit was hit since it last told: the kernel's counters only grow. */
export function createLimitCounter(cgroup: Cgroup | undefined): LimitCounter {
  let [ooms, refusals] = [0, 0]
  let last: Promise<[number, number]> | undefined
  const read = async (group: Cgroup): Promise<[number, number]> => [
    await group.oomKills(),
    await group.processLimitHits(),
  ]
  return {
    async limitHit() {
      if (!cgroup) return undefined
      const [oomsNow, refusalsNow] = await (last ?? read(cgroup)).catch((error) => {
        // It was closed, and the group removed, while it was being read.
        if (last) return last
        throw error
      })
      const hit = oomsNow > ooms ? 'memory' : refusalsNow > refusals ? 'processes' : undefined
      ;[ooms, refusals] = [oomsNow, refusalsNow]
      return hit
    },
    async close() {
      if (!cgroup) return
      last ??= read(cgroup).catch(() => [ooms, refusals])
      await last
    },
  }
}
