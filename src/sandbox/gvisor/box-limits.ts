import type { Limits } from '../../contract/limits.ts'
import type { CgroupLimits } from '../cgroup/cgroup.ts'

const MEGABYTE = 1_048_576
/** gVisor itself: 23 MB in an idle box, 45 MB after ordinary work, 60 MB after a walk through all of /usr. */
const GVISOR_MB = 64
/** What gVisor and the host's kernel keep for each process of the box, 32 of which fork as fast as they can. */
const GVISOR_MB_PER_PROCESS = 1.5
/** gVisor's own threads: 36 in an idle box. */
const GVISOR_THREADS = 64
/** Address space of programs and libraries as such. */
const PROGRAM_MB = 96

/**
 * For the box as a whole. What a program allocates is memory of gVisor's kernel, as are the files of the box; when the
 * group has no more of it, the box ends.
 */
export function groupLimits({ memoryMb, processes, cpuPercent }: Limits): CgroupLimits {
  return {
    memoryBytes: (memoryMb + GVISOR_MB + GVISOR_MB_PER_PROCESS * processes) * MEGABYTE,
    // Each thread of gVisor may need one of its own in each process of the box. The number of those is held inside.
    processes: (processes + GVISOR_THREADS) * (processes + 1),
    cpuPercent,
  }
}

/** For each program, held by gVisor's kernel. */
export function programLimits(limits: Limits, memoryIsCounted: boolean): Record<string, number> {
  return {
    RLIMIT_CORE: 0,
    RLIMIT_NOFILE: limits.openFiles,
    RLIMIT_FSIZE: limits.diskMb * MEGABYTE,
    // What the agent starts is counted for the agent's user, with a limit of its own; what that starts in turn, here.
    RLIMIT_NPROC: limits.processes - 1,
    // Of the limits on memory this gVisor holds only the one on address space, which counts what is merely reserved too.
    ...(memoryIsCounted ? {} : { RLIMIT_AS: (limits.memoryMb + PROGRAM_MB) * MEGABYTE }),
  }
}
