import { EngineError } from '../contract/errors.ts'
import type { Limits } from '../contract/limits.ts'
import type { RunOptions } from '../contract/run.ts'

/** For each limit: what is granted without asking, and the most that may be asked for. */
export type LimitPolicy = { [Name in keyof Limits]: { usual: number; ceiling: number; setting: string } }

/** Asking for more than the ceiling is refused, not cut down in silence: the program would fail in a way nobody expects. */
export function grantLimits(asked: RunOptions['limits'], policy: LimitPolicy): Limits {
  if (asked?.cpuPercent !== undefined) throw new EngineError('UNSUPPORTED', { what: 'options.limits.cpuPercent' })
  const grant = (name: keyof Limits): number => {
    const value = asked?.[name]
    const { usual, ceiling, setting } = policy[name]
    if (value === undefined) return usual
    if (value > ceiling) throw new EngineError('LIMIT_TOO_HIGH', { name: `limits.${name}`, value, ceiling, setting })
    return value
  }
  return {
    timeoutMs: grant('timeoutMs'),
    memoryMb: grant('memoryMb'),
    processes: grant('processes'),
    outputBytes: grant('outputBytes'),
    diskMb: grant('diskMb'),
  }
}
