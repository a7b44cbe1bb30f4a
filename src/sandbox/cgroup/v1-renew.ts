import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyedNumbers, writeControlSync } from './control-file.ts'
import { until } from './until.ts'

/** Kernel objects of an ended sandbox disappear a moment after it; more than this would count against the next one's limit. */
const MOST_LEFT_BYTES = 2 << 20
/** A sandbox that used less was never throttled by its share, so no throttling passes on to the next. */
const MOST_CPU_NS = 20e6
/** A dead process still counts for a moment. */
const EMPTY_MS = 50

/**
 * Makes an emptied group as good as new: no processes, no memory, every counter at nought. False when it cannot be, as after
 * a limit was hit: those counters only grow.
 */
export async function renewV1(directories: ReadonlyMap<string, string>): Promise<boolean> {
  const [memory, pids, cpuacct] = ['memory', 'pids', 'cpuacct'].map((controller) => directories.get(controller))
  if (!memory || !pids || !cpuacct) return false
  // Reads of these files never block: a trip to another thread would take ten times as long.
  const number = (directory: string, file: string) => Number(readFileSync(join(directory, file), 'utf8'))
  const count = (directory: string, file: string, key: string) =>
    keyedNumbers(readFileSync(join(directory, file), 'utf8')).get(key) ?? 0
  const isEmpty = async () => number(pids, 'pids.current') === 0
  if (!(await until(isEmpty, EMPTY_MS))) return false
  const isClean =
    number(memory, 'memory.usage_in_bytes') <= MOST_LEFT_BYTES &&
    number(cpuacct, 'cpuacct.usage') <= MOST_CPU_NS &&
    count(memory, 'memory.oom_control', 'oom_kill') === 0 &&
    count(pids, 'pids.events', 'max') === 0
  if (!isClean) return false
  writeControlSync(join(memory, 'memory.max_usage_in_bytes'), 0)
  writeControlSync(join(cpuacct, 'cpuacct.usage'), 0)
  return true
}
