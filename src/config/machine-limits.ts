import type { Limits } from '../contract/limits.ts'
import type { Config } from './settings.ts'

/** A machine has more processes than a program, and the caller who started them reads their output. */
const SAME_FOR_ALL = { processes: 1024, openFiles: 65_536, outputBytes: 1_073_741_824 }

/** Limits of a machine whose template sets none. */
export function machineLimits(config: Config): Limits {
  return {
    ...SAME_FOR_ALL,
    timeoutMs: config.machineMaxTimeoutMs,
    memoryMb: config.machineMemoryMb,
    cpuPercent: config.machineCpus * 100,
    diskMb: config.machineDiskMb,
  }
}
