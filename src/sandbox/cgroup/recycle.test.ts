import { afterAll, describe, expect, it } from 'vitest'
import type { Cgroup, CgroupTree } from './cgroup.ts'
import { cgroupChecks } from './checks.ts'
import { findCgroups } from './find.ts'
import { makeParent } from './parent.fixture.ts'
import { recycleGroups } from './recycle.ts'
import { CHECK_LIMITS, python, startIn } from './start-in.ts'

const found = await findCgroups()

/** A recycled group keeps its first name. */
const ABOUT_NAMES = 'a-name-is-taken-once-and-only-processes-are-added'

if (found?.kind === 'cgroup-v1' && process.getuid?.() === 0) {
  const parent = await makeParent('recycle')
  const plain = (await findCgroups(parent.options)) as CgroupTree
  const made: string[] = []
  const counted: CgroupTree = {
    ...plain,
    open: (sandboxId, limits) => {
      made.push(sandboxId)
      return plain.open(sandboxId, limits)
    },
  }
  const tree = recycleGroups(counted)
  afterAll(async () => {
    await tree.close()
    await parent.remove()
  })
  const run = async (sandboxId: string, source: string, limits = CHECK_LIMITS) => {
    const group = await tree.open(sandboxId, limits)
    await (await startIn(group, python(source))).ended
    return group
  }

  describe('a group that is used again', () => {
    it('has nothing of its last use, and the limits of the next', async () => {
      const first = await tree.open('first', CHECK_LIMITS)
      // An interpreter may use more of the processor than a recyclable group may have used.
      await (await startIn(first, ['/bin/dd', 'if=/dev/zero', 'of=/dev/null', 'bs=9M', 'count=1'])).ended
      expect((await first.stats()).memoryPeakBytes).toBeGreaterThan(9 << 20)
      await first.remove()
      const second = await tree.open('second', { ...CHECK_LIMITS, processes: 3 })
      expect(made).not.toContain('second')
      const { cpuMs, memoryBytes, memoryPeakBytes, processes } = await second.stats()
      expect([cpuMs, processes]).toEqual([0, 0])
      expect(Math.max(memoryBytes, memoryPeakBytes ?? 0)).toBeLessThanOrEqual(2 << 20)
      const forks = await startIn(second, python('import os\nfor n in range(9): os.fork()'))
      expect(await forks.ended).toMatchObject({ exitCode: 1 })
      await second.remove()
    })

    it('never hit a limit, used the processor, or was frozen', async () => {
      const bomb = 'import os\nfor n in range(99): os.fork() or os._exit(0)'
      const busy = 'import time\nwhile time.process_time() < 0.1: pass'
      const hit = await run('hit', bomb, { ...CHECK_LIMITS, processes: 2 })
      const [burnt, frozen] = [await run('burnt', busy), await tree.open('frozen', CHECK_LIMITS)]
      await frozen.freeze()
      await frozen.thaw()
      for (const group of [hit, burnt, frozen]) await group.remove()
      const next = await Promise.all(['next-1', 'next-2', 'next-3'].map((name) => tree.open(name, CHECK_LIMITS)))
      expect(made).toEqual(expect.arrayContaining(['next-1', 'next-2', 'next-3']))
      for (const group of next) await group.remove()
    })

    it('cannot be reached by its former user', async () => {
      const given = await tree.open('given', CHECK_LIMITS)
      await given.remove()
      const taken = await tree.open('taken-over', CHECK_LIMITS)
      const sleeper = await startIn(taken, python('import time; time.sleep(30)'))
      expect(await given.pids()).toEqual([])
      await given.kill()
      await given.remove()
      expect(await taken.pids()).toEqual([sleeper.child.pid])
      for (const reach of [given.stats, given.oomKills, given.freeze, () => given.limit(CHECK_LIMITS)]) {
        await expect(reach()).rejects.toThrow(/given back/)
      }
      await taken.kill()
      await taken.remove()
    })

    it.each(cgroupChecks.filter(({ id }) => id !== ABOUT_NAMES).map((check) => [check.id, check] as const))(
      'keeps the promise %s',
      async (_, check) => {
        await (await tree.open('before', CHECK_LIMITS)).remove()
        await check.run(tree)
      },
    )
  })
}

describe('a group that cannot be renewed', () => {
  it('is removed, and the next one is made', async () => {
    const story: string[] = []
    const groupOf = (sandboxId: string) =>
      ({ remove: async () => void story.push(`${sandboxId} removed`) }) as unknown as Cgroup
    const open = async (sandboxId: string) => {
      story.push(`${sandboxId} made`)
      return groupOf(sandboxId)
    }
    const tree = recycleGroups({ kind: 'cgroup-v2', missing: [], open, sweep: async () => [] })
    for (const sandboxId of ['first', 'second']) await (await tree.open(sandboxId, CHECK_LIMITS)).remove()
    expect(story).toEqual(['first made', 'first removed', 'second made', 'second removed'])
  })
})
