/** What one box may use; every figure is enforced by the kernel for all of its processes together. */
export interface CgroupLimits {
  memoryBytes: number
  /** Processes and threads at once. */
  processes: number
  /** Of one core: 50 is half a core, 200 is two. */
  cpuPercent: number
}

/** What a box has used so far. Null where this host does not count it. */
export interface CgroupStats {
  cpuMs: number | null
  /** With the page cache of its files: the figure that is held against the limit. */
  memoryBytes: number
  memoryPeakBytes: number | null
  processes: number
  readBytes: number | null
  writtenBytes: number | null
}

/** The control group of one box: whatever its processes start is in it too. */
export interface Cgroup {
  /**
   * Files to which a process writes `0` to put itself in, as long as it has one thread. Who opens them needs the rights,
   * not who writes. Under v1 this takes 0.1 ms, where `add` may have to wait 5 to 20 ms for a lock of the kernel.
   */
  readonly entrances: readonly string[]
  /** The file in which the kernel tells what its memory is used for. */
  readonly memoryStat: string
  /** Rejects when the process has ended already. What it started before stays outside. */
  add(pid: number): Promise<void>
  /** Other limits than it was opened with, in force when this resolves. */
  limit(limits: CgroupLimits): Promise<void>
  stats(): Promise<CgroupStats>
  /** Processes the kernel killed because the group was out of memory. */
  oomKills(): Promise<number>
  /** How often a process could not be started because of the limit. */
  processLimitHits(): Promise<number>
  /** Resolves when every process stands still. Throws UNSUPPORTED where processes cannot be frozen. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /**
   * Has the kernel take back what it can do without of a group that stands still: boxes have no swap, so these are pages of
   * files on disks and its own tables. Never rejects: a kernel that does not want to is no trouble.
   */
  reclaim(): Promise<void>
  pids(): Promise<number[]>
  /** Resolves when no process is left, frozen or not; a group that is gone has none. */
  kill(): Promise<void>
  /** Waits for processes that are dying; one that lives on makes it reject. A group that is gone is no error. */
  remove(): Promise<void>
  /** Makes an emptied group as good as new; false when it cannot be. Absent where it is removed and made faster. */
  renew?(): Promise<boolean>
}

/** A place of this host where groups with limits can be made: it was tried out before it was handed over. */
export interface CgroupTree {
  readonly kind: 'cgroup-v2' | 'cgroup-v1'
  /** Controllers that this place lacks. Memory and pids are never among them; without `cpu` the CPU share is not held. */
  readonly missing: readonly string[]
  /** A new, empty group with these limits in force; on failure nothing is left of it. */
  open(boxId: string, limits: CgroupLimits): Promise<Cgroup>
  /** Kills and removes the groups of servers that are dead, and names them; a living server's are left alone. */
  sweep(): Promise<string[]>
}

/** Without these two a place is of no use: both bombs they hold can take the whole host down. */
export const REQUIRED_CONTROLLERS = ['memory', 'pids']

/** A figure that is none would be taken for something else by the kernel, or for no limit at all. */
export function assertLimits({ memoryBytes, processes, cpuPercent }: CgroupLimits): void {
  const isCount = (value: number) => Number.isSafeInteger(value) && value > 0
  if (isCount(memoryBytes) && isCount(processes) && Number.isFinite(cpuPercent) && cpuPercent > 0) return
  throw new RangeError(`these are not limits: ${memoryBytes} bytes, ${processes} processes, ${cpuPercent} % of a core`)
}

/** The kernel's own period of CPU shares. */
export const CPU_PERIOD_US = 100_000
/** The kernel refuses less. */
const LEAST_QUOTA_US = 1000

export const cpuQuotaUs = (cpuPercent: number): number =>
  Math.max(LEAST_QUOTA_US, Math.round((cpuPercent / 100) * CPU_PERIOD_US))
