import type { Limits } from '../contract/limits.ts'
import type { Config } from '../engine.ts'

/** Limits of a run that asks for none. */
export function usualLimits(config: Config): Limits {
  const { timeoutMs, memoryMb, cpuPercent, processes, openFiles, outputBytes, diskMb } = config
  return { timeoutMs, memoryMb, cpuPercent, processes, openFiles, outputBytes, diskMb }
}
