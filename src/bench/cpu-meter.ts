import { access, appendFile, mkdir, readdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface CpuMeter {
  /** The counter: a control group counts every process, the parent only those it has waited for. */
  countedBy: 'control group' | 'waited children'
  /** User and system time of this process and everything it started, so far. */
  readMs(): Promise<number>
  close(): Promise<void>
}

const PREFIX = 'anneal-bench-'
const CLOSE_TRIES = 50

/** Counts the CPU time of this process and everything below it, also of processes that die unseen in their namespaces. */
export async function openCpuMeter(): Promise<CpuMeter> {
  for (const root of ['/sys/fs/cgroup', '/sys/fs/cgroup/unified']) {
    const meter = await openGroup(root).catch(() => undefined)
    if (meter) return meter
  }
  return { countedBy: 'waited children', readMs: readWaited, close: async () => {} }
}

/** Opens a control group for the meter. Sandboxes are counted too: cgroup v2 makes their groups below the group of the server. */
async function openGroup(root: string): Promise<CpuMeter> {
  const own = /^0::(.*)$/m.exec(await readFile('/proc/self/cgroup', 'utf8'))?.[1] ?? '/'
  const parent = join(root, own)
  // Any name can be made in a plain directory, such as the one that only holds v1 hierarchies.
  await access(join(parent, 'cgroup.controllers'))
  await removeAbandoned(parent)
  const group = join(parent, `${PREFIX}${process.pid}`)
  await mkdir(group)
  try {
    await appendFile(join(group, 'cgroup.procs'), String(process.pid))
    await usageOf(group)
  } catch (error) {
    await appendFile(join(parent, 'cgroup.procs'), String(process.pid)).catch(() => {})
    await rmdir(group)
    throw error
  }
  return {
    countedBy: 'control group',
    readMs: () => usageOf(group),
    close: async () => {
      await appendFile(join(parent, 'cgroup.procs'), String(process.pid))
      await removeTree(group)
    },
  }
}

async function usageOf(group: string): Promise<number> {
  const usage = /^usage_usec (\d+)$/m.exec(await readFile(join(group, 'cpu.stat'), 'utf8'))?.[1]
  if (usage === undefined) throw new Error(`${group} does not count CPU time`)
  return Number(usage) / 1000
}

/** Removes groups of dead meters; the kernel refuses to remove a group that holds processes, so a living meter's stays. */
async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX))
  await Promise.allSettled(names.map((name) => rmdir(join(parent, name))))
}

/** Removes a tree of groups; processes that were just killed hold theirs for a moment. */
async function removeTree(group: string): Promise<void> {
  const entries = await readdir(group, { withFileTypes: true })
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(group, entry.name))
  for (let left = CLOSE_TRIES; ; left--) {
    try {
      return await rmdir(group)
    } catch (error) {
      if (left === 0) throw error
      await delay(20)
    }
  }
}

const TICKS_PER_SECOND = 100

async function readWaited(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8')
  // The name of the program, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number)
  const ticks = (user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0)
  return (ticks / TICKS_PER_SECOND) * 1000
}
