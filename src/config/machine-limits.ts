import type { Limits } from '../contract/limits.ts'
import type { Config } from './settings.ts'

/** A system has more processes than a program, and what they print is read by whoever started them. */
const SAME_FOR_ALL = { processes: 1024, openFiles: 65_536, outputBytes: 1_073_741_824 }

/** Of a machine whose template does not say otherwise. */
export function machineLimits(config: Config): Limits {
  return {
    ...SAME_FOR_ALL,
    timeoutMs: config.machineMaxTimeoutMs,
    memoryMb: config.machineMemoryMb,
    cpuPercent: config.machineCpus * 100,
    diskMb: config.machineDiskMb,
  }
}
