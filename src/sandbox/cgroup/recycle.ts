import type { Cgroup, CgroupLimits, CgroupTree } from './cgroup.ts'

export interface RecyclingTree extends CgroupTree {
  /** Removes idle groups; groups in use are removed when their sandboxes end. */
  close(): Promise<void>
}

interface Idle {
  group: Cgroup
  limits: CgroupLimits
}

/** The default number of sandboxes at work at once; further groups are removed. */
const MOST_IDLE = 100

/**
 * Recycles groups: making and removing one takes a millisecond, a tenth of a short sandbox. Only a group that is as good as new
 * goes to the next sandbox, and the last owner's handle on it is dead by then.
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
    open: async (sandboxId, limits) => {
      const waiting = idle.pop()
      if (!waiting) return lend({ group: await tree.open(sandboxId, limits), limits }, takeBack)
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

/** The handle of one owner. Once the owner has given the group back, this handle reports it as gone. */
function lend({ group, limits }: Idle, takeBack: (used: Idle, isReusable: boolean) => Promise<void>): Cgroup {
  let isMine = true
  let busy = 0
  let isReusable = true
  let inForce = limits
  /**
   * Counts actions under way: one that outlives the return would reach into the next sandbox, so the group is not reused then.
   */
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
