import { expect, it } from 'vitest'
import type { Cgroup, CgroupTree } from './cgroup.ts'
import { tryOut } from './try-out.ts'

const EMPTY = { cpuMs: 0, memoryBytes: 0, memoryPeakBytes: 0, processes: 0, readBytes: 0, writtenBytes: 0 }

it('a place that takes processes and does not hold them is refused, and no group is left there', async () => {
  let [added, removed] = [0, false]
  const group = {
    add: async (pid: number) => {
      added = pid
    },
    pids: async () => [],
    stats: async () => EMPTY,
    oomKills: async () => 0,
    processLimitHits: async () => 0,
    remove: async () => {
      removed = true
    },
  } as unknown as Cgroup
  const leaky: CgroupTree = { kind: 'cgroup-v1', missing: [], open: async () => group, sweep: async () => [] }
  await expect(tryOut(leaky)).rejects.toThrow('a process that was added is not in the group')
  expect(removed).toBe(true)
  expect(() => process.kill(added, 0)).toThrow(/ESRCH/)
})
