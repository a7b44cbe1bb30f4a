import type { Cgroup } from '../cgroup/cgroup.ts'

export interface LimitCounter {
  limitHit(): Promise<'memory' | 'processes' | undefined>
  /** Number of processes ever killed for the sandbox's memory. */
  memoryKills(): Promise<number>
  /** Reads the counters a last time, before the group is removed: a sandbox that died of its limit is asked about afterwards. */
  close(): Promise<void>
}

const NOTHING: Promise<[number, number]> = Promise.resolve([0, 0])

/**
 * Tells which limit was hit since the last question: all counters only grow. `watched` counts the processes that the agent
 * ended.
 */
export function createLimitCounter(cgroup: Cgroup | undefined, watched: () => number = () => 0): LimitCounter {
  let [ooms, refusals] = [0, 0]
  let last: Promise<[number, number]> | undefined
  const read = async (group: Cgroup): Promise<[number, number]> => [
    await group.oomKills(),
    await group.processLimitHits(),
  ]
  const count = async (): Promise<[number, number]> => {
    const [killed, refused] = await (last ?? (cgroup ? read(cgroup) : NOTHING)).catch((error) => {
      // The counter was closed, and the group removed, during the read.
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
