import type { Limits } from '../../contract/limits.ts'
import type { CgroupLimits } from '../cgroup/cgroup.ts'

const MEGABYTE = 1_048_576
/** Memory of gVisor itself: 23 MB in an idle sandbox, 45 MB after ordinary work, 60 MB after a walk through all of /usr. */
const GVISOR_MB = 64
/**
 * Memory that gVisor and the host's kernel keep for each process of the sandbox, measured with 32 that fork as fast as they
 * can.
 */
const GVISOR_MB_PER_PROCESS = 1.5
/** Threads of gVisor itself: 36 in an idle sandbox. */
const GVISOR_THREADS = 64
/** Address space of programs and libraries as such. */
const PROGRAM_MB = 96

/**
 * Limits of the sandbox as a whole. Memory of programs and files of the sandbox are memory of gVisor's kernel; when the group
 * has no more of it, the sandbox ends.
 */
export function groupLimits({ memoryMb, processes, cpuPercent }: Limits): CgroupLimits {
  return {
    memoryBytes: (memoryMb + GVISOR_MB + GVISOR_MB_PER_PROCESS * processes) * MEGABYTE,
    // Each thread of gVisor may need one of its own in each process of the sandbox. gVisor limits the number of processes
    // inside.
    processes: (processes + GVISOR_THREADS) * (processes + 1),
    cpuPercent,
  }
}

/** Limits of each program, enforced by gVisor's kernel. */
export function programLimits(limits: Limits, memoryIsCounted: boolean): Record<string, number> {
  return {
    RLIMIT_CORE: 0,
    RLIMIT_NOFILE: limits.openFiles,
    RLIMIT_FSIZE: limits.diskMb * MEGABYTE,
    // Programs that the agent starts count for the agent's user, with a limit of its own; their children count here.
    RLIMIT_NPROC: limits.processes - 1,
    // This gVisor enforces only one limit on memory, that of address space, which includes memory that is merely reserved.
    ...(memoryIsCounted ? {} : { RLIMIT_AS: (limits.memoryMb + PROGRAM_MB) * MEGABYTE }),
  }
}
