import type { Cgroup } from '../cgroup/cgroup.ts'

export interface LimitCounter {
  limitHit(): Promise<'memory' | 'processes' | undefined>
  /** How often something of the box was ended for its memory, ever. */
  memoryKills(): Promise<number>
  /** To be awaited before the group is removed: a box that died of its limit is asked about afterwards. */
  close(): Promise<void>
}

const NOTHING: Promise<[number, number]> = Promise.resolve([0, 0])

/** Tells which limit was hit since it last told: all counters only grow. `watched` counts what the agent ended. */
export function createLimitCounter(cgroup: Cgroup | undefined, watched: () => number = () => 0): LimitCounter {
  let [ooms, refusals] = [0, 0]
  let last: Promise<[number, number]> | undefined
  const read = async (group: Cgroup): Promise<[number, number]> => [
    await group.oomKills(),
    await group.processLimitHits(),
  ]
  const count = async (): Promise<[number, number]> => {
    const [killed, refused] = await (last ?? (cgroup ? read(cgroup) : NOTHING)).catch((error) => {
      // It was closed, and the group removed, while it was being read.
      if (last) return last
      throw error
    })
    return [killed + watched(), refused]
  }
  return {
    memoryKills: async () => (await count())[0],
    async limitHit() {
      const [oomsNow, refusalsNow] = await count()
      const hit = oomsNow > ooms ? 'memory' : refusalsNow > refusals ? 'processes' : undefined
      ;[ooms, refusals] = [oomsNow, refusalsNow]
      return hit
    },
    async close() {
      if (!cgroup) return
      last ??= read(cgroup).catch(() => [ooms - watched(), refusals])
      await last
    },
  }
}
