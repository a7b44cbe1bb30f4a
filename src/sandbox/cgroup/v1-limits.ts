import { join } from 'node:path'
import { type CgroupLimits, cpuQuotaUs } from './cgroup.ts'
import { errorCode, writeControlSync } from './control-file.ts'

/** Puts limits in force in place of the old ones. */
export function setV1Limits(directories: ReadonlyMap<string, string>, limits: CgroupLimits): void {
  const file = (controller: string, name: string) => join(directories.get(controller) ?? '', name)
  // Limits memory and swap together, and so allows no swap; absent where the kernel does not count swap.
  const withSwap = () => writeControlSync(file('memory', 'memory.memsw.limit_in_bytes'), limits.memoryBytes)
  // This limit may never be below that of memory: raised, it is written first; lowered, the first write is refused and the
  // second counts.
  tolerate(['ENOENT', 'EINVAL'], withSwap)
  writeControlSync(file('memory', 'memory.limit_in_bytes'), limits.memoryBytes)
  tolerate(['ENOENT'], withSwap)
  writeControlSync(file('pids', 'pids.max'), limits.processes)
  if (!directories.has('cpu')) return
  // EINVAL: a group above allows less than that, and limits this one.
  tolerate(['EINVAL'], () => writeControlSync(file('cpu', 'cpu.cfs_quota_us'), cpuQuotaUs(limits.cpuPercent)))
}

function tolerate(codes: string[], action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!codes.includes(errorCode(error))) throw error
  }
}
