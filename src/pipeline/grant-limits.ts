import { EngineError } from '../contract/errors.ts'
import type { Limits } from '../contract/limits.ts'
import type { RunOptions } from '../contract/run-options.ts'

/** For each limit: the default, and the most that a request may ask for. */
export type LimitPolicy = { [Name in Askable]: { usual: number; ceiling: number; setting: string } } & {
  openFiles: number
}
type Askable = Exclude<keyof Limits, 'openFiles'>

/** A request above the ceiling is refused, not cut down in silence: the program would fail in an unexpected way. */
export function grantLimits(asked: RunOptions['limits'], policy: LimitPolicy): Limits {
  const grant = (name: Askable): number => {
    const value = asked?.[name]
    const { usual, ceiling, setting } = policy[name]
    if (value === undefined) return usual
    if (value > ceiling) throw new EngineError('LIMIT_TOO_HIGH', { name: `limits.${name}`, value, ceiling, setting })
    return value
  }
  return {
    timeoutMs: grant('timeoutMs'),
    memoryMb: grant('memoryMb'),
    cpuPercent: grant('cpuPercent'),
    openFiles: policy.openFiles,
    processes: grant('processes'),
    outputBytes: grant('outputBytes'),
    diskMb: grant('diskMb'),
  }
}
