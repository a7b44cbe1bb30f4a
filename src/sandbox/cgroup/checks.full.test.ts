import { afterAll, describe, expect, it } from 'vitest'
import type { Cgroup, CgroupTree } from './cgroup.ts'
import { cgroupChecks } from './checks.ts'
import { findCgroups } from './find.ts'
import { makeParent } from './parent.fixture.ts'

const found = await findCgroups()

if (found) {
  const isOurs = process.getuid?.() === 0 && found.kind === 'cgroup-v1'
  const ownParent = isOurs ? await makeParent('broken') : undefined
  const tree = (ownParent && (await findCgroups(ownParent.options))) ?? found
  afterAll(() => ownParent?.remove())

  const UNUSED = { cpuMs: 0, memoryBytes: 0, memoryPeakBytes: 0, processes: 1, readBytes: 0, writtenBytes: 0 }
  const nothing = async () => undefined
  const breakages: [id: string, change: Partial<Cgroup> | { open: (tree: CgroupTree) => CgroupTree['open'] }][] = [
    ['a-memory-bomb-is-killed-and-counted', { open: generous }],
    ['a-fork-bomb-is-bounded-and-counted', { open: generous }],
    ['a-cpu-share-holds', { open: generous }],
    ['what-is-used-is-counted', { stats: async () => UNUSED }],
    ['freezing-stops-and-thawing-goes-on', { freeze: nothing }],
    ['a-frozen-group-gives-back-what-it-can-do-without', { reclaim: nothing }],
    ['kill-leaves-nothing-of-a-fork-bomb', { kill: nothing, remove: nothing }],
    ['kill-reaches-the-frozen', { kill: nothing, remove: nothing }],
    ['removing-waits-for-the-dying-and-refuses-nothing-gone', { remove: () => Promise.reject(new Error('gone')) }],
    ['a-process-can-put-itself-in', { entrances: [] }],
    ['a-name-is-taken-once-and-only-processes-are-added', { pids: async () => [] }],
  ]
  describe('a broken tree', () => {
    it.each(breakages)('is caught by %s', async (id, change) => {
      const opened: Cgroup[] = []
      const open = 'open' in change ? change.open(tree) : tree.open
      const broken: CgroupTree = {
        ...tree,
        open: async (sandboxId, limits) => {
          const group = await open(`broken-${sandboxId}`, limits)
          opened.push(group)
          return 'open' in change ? group : { ...group, ...change }
        },
      }
      await expect(cgroupChecks.find((check) => check.id === id)?.run(broken)).rejects.toThrow()
      for (const group of opened) {
        await group.kill()
        await group.remove()
      }
    })
  })
}

function generous({ open }: CgroupTree): CgroupTree['open'] {
  return (sandboxId) => open(sandboxId, { memoryBytes: 2 ** 30, processes: 200, cpuPercent: 200 })
}
