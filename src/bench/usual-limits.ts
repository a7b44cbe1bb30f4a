import type { Limits } from '../contract/limits.ts'
import type { Config } from '../engine.ts'

/** What a run gets that asks for nothing. */
export function usualLimits(config: Config): Limits {
  const { timeoutMs, memoryMb, cpuPercent, processes, openFiles, outputBytes, diskMb } = config
  return { timeoutMs, memoryMb, cpuPercent, processes, openFiles, outputBytes, diskMb }
}
