import { join } from 'node:path'
import { type CgroupLimits, cpuQuotaUs } from './cgroup.ts'
import { errorCode, writeControlSync } from './control-file.ts'

/** Puts limits in force, whatever was in force before. */
export function setV1Limits(directories: ReadonlyMap<string, string>, limits: CgroupLimits): void {
  const file = (controller: string, name: string) => join(directories.get(controller) ?? '', name)
  // Memory and swap together, and so no swap at all; absent where the kernel does not count swap.
  const withSwap = () => writeControlSync(file('memory', 'memory.memsw.limit_in_bytes'), limits.memoryBytes)
  // It may never be the smaller of the two: raised, it goes first; lowered, it is refused and comes second.
  tolerate(['ENOENT', 'EINVAL'], withSwap)
  writeControlSync(file('memory', 'memory.limit_in_bytes'), limits.memoryBytes)
  tolerate(['ENOENT'], withSwap)
  writeControlSync(file('pids', 'pids.max'), limits.processes)
  if (!directories.has('cpu')) return
  // EINVAL: a group above allows less than that, and holds us to it.
  tolerate(['EINVAL'], () => writeControlSync(file('cpu', 'cpu.cfs_quota_us'), cpuQuotaUs(limits.cpuPercent)))
}

function tolerate(codes: string[], action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!codes.includes(errorCode(error))) throw error
  }
}
