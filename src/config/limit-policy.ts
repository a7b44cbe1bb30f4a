import { type Config, variableOf } from './settings.ts'

/** The default of each limit of a sandbox, its ceiling, and the setting that names the ceiling. */
export function limitPolicyOf(config: Config) {
  const row = <U extends keyof Config, M extends keyof Config>(usual: U, most: M) => ({
    usual: config[usual] as number,
    ceiling: config[most] as number,
    setting: variableOf(most),
  })
  return {
    timeoutMs: row('timeoutMs', 'maxTimeoutMs'),
    memoryMb: row('memoryMb', 'maxMemoryMb'),
    cpuPercent: row('cpuPercent', 'maxCpuPercent'),
    openFiles: config.openFiles,
    processes: row('processes', 'maxProcesses'),
    outputBytes: row('outputBytes', 'maxOutputBytes'),
    diskMb: row('diskMb', 'maxDiskMb'),
  }
}
