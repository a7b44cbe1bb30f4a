/** Limits of one sandbox; the kernel enforces every figure for all of its processes together. */
export interface CgroupLimits {
  memoryBytes: number
  /** Processes and threads at once. */
  processes: number
  /** Percent of one core: 50 is half a core, 200 is two. */
  cpuPercent: number
}

/** Resources that a sandbox has used so far. Null where this host does not count them. */
export interface CgroupStats {
  cpuMs: number | null
  /** Includes the page cache of its files: the figure that is held against the limit. */
  memoryBytes: number
  memoryPeakBytes: number | null
  processes: number
  readBytes: number | null
  writtenBytes: number | null
}

/** The control group of one sandbox: all processes that its processes start are in it too. */
export interface Cgroup {
  /**
   * Files to which a process with a single thread writes `0` to join the group. The opener needs the rights, not the writer.
   * Under v1 this takes 0.1 ms, where `add` may have to wait 5 to 20 ms for a lock of the kernel.
   */
  readonly entrances: readonly string[]
  /** The file in which the kernel tells how the group's memory is used. */
  readonly memoryStat: string
  /** Rejects when the process has ended already. Children that it started before stay outside. */
  add(pid: number): Promise<void>
  /** Sets other limits than the group was opened with; they are in force when this resolves. */
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
   * Has the kernel take back spare memory of a frozen group: sandboxes have no swap, so this is pages of files on disks and the
   * kernel's own tables. Never rejects: a kernel that refuses does no harm.
   */
  reclaim(): Promise<void>
  pids(): Promise<number[]>
  /** Resolves when no process is left, frozen or not; a group that is gone has none. */
  kill(): Promise<void>
  /**
   * Removes the group after waiting for dying processes; a process that lives on makes it reject. A group that is gone is no
   * error.
   */
  remove(): Promise<void>
  /** Makes an emptied group as good as new; false when that is impossible. Absent where removing and making one is faster. */
  renew?(): Promise<boolean>
}

/** A place of this host where groups with limits can be made; it was tried out before it was handed over. */
export interface CgroupTree {
  readonly kind: 'cgroup-v2' | 'cgroup-v1'
  /** Controllers that this place lacks. Memory and pids are never among them; without `cpu` the CPU share is not enforced. */
  readonly missing: readonly string[]
  /** A new, empty group with these limits in force; on failure nothing is left of it. */
  open(sandboxId: string, limits: CgroupLimits): Promise<Cgroup>
  /** Kills and removes the groups of dead servers, and names them; a living server's are left alone. */
  sweep(): Promise<string[]>
}

/** Required controllers: the two bombs they hold can take the whole host down. */
export const REQUIRED_CONTROLLERS = ['memory', 'pids']

/** Refuses an invalid figure: the kernel would read it as something else, or as no limit at all. */
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
