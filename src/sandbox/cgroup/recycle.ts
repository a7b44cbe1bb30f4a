import type { Cgroup, CgroupLimits, CgroupTree } from './cgroup.ts'

export interface RecyclingTree extends CgroupTree {
  /** Removes what nobody uses; groups that are still in use are removed when their boxes end. */
  close(): Promise<void>
}

interface Idle {
  group: Cgroup
  limits: CgroupLimits
}

/** As many as a server has at work at once, unless it is told otherwise; more are removed. */
const MOST_IDLE = 100

/**
 * Groups that are used again: to make and to remove one takes a millisecond, which is a tenth of a short box. Only one that
 * is as good as new goes to the next box, and the last owner's handle on it is dead by then.
 */
export function recycleGroups(tree: CgroupTree): RecyclingTree {
  const idle: Idle[] = []
  let isClosed = false
  const takeBack = async (used: Idle, isReusable: boolean): Promise<void> => {
    const isWanted = () => !isClosed && idle.length < MOST_IDLE
    const isNew = isReusable && isWanted() && (await used.group.renew?.().catch(() => false))
    if (isNew && isWanted()) idle.push(used)
    else await used.group.remove()
  }
  return {
    ...tree,
    open: async (boxId, limits) => {
      const waiting = idle.pop()
      if (!waiting) return lend({ group: await tree.open(boxId, limits), limits }, takeBack)
      try {
        if (JSON.stringify(waiting.limits) !== JSON.stringify(limits)) await waiting.group.limit(limits)
      } catch (error) {
        await waiting.group.remove()
        throw error
      }
      return lend({ group: waiting.group, limits }, takeBack)
    },
    close: async () => {
      isClosed = true
      await Promise.all(idle.splice(0).map(({ group }) => group.remove()))
    },
  }
}

/** The handle of one owner. When it has given the group back, the group is gone as far as it can tell. */
function lend({ group, limits }: Idle, takeBack: (used: Idle, isReusable: boolean) => Promise<void>): Cgroup {
  let isMine = true
  let busy = 0
  let isReusable = true
  let inForce = limits
  /** What is still under way when the group is given back would reach into the next box: then it has no next. */
  const use = async <T>(action: () => Promise<T>): Promise<T> => {
    if (!isMine) throw Object.assign(new Error('the group was given back'), { code: 'ENOENT' })
    busy++
    return action().finally(() => busy--)
  }
  return {
    entrances: group.entrances,
    memoryStat: group.memoryStat,
    add: (pid) => use(() => group.add(pid)),
    limit: (next) =>
      use(async () => {
        inForce = next
        await group.limit(next)
      }),
    stats: () => use(group.stats),
    oomKills: () => use(group.oomKills),
    processLimitHits: () => use(group.processLimitHits),
    freeze: () => {
      isReusable = false
      return use(group.freeze)
    },
    thaw: async () => (isMine ? use(group.thaw) : undefined),
    reclaim: async () => (isMine ? use(group.reclaim) : undefined),
    pids: async () => (isMine ? use(group.pids) : []),
    kill: async () => (isMine ? use(group.kill) : undefined),
    remove: async () => {
      if (!isMine) return
      isMine = false
      await takeBack({ group, limits: inForce }, isReusable && busy === 0)
    },
  }
}
