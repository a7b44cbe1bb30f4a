import { readFileSync } from 'node:fs'
import { parseStat } from '../cgroup/server-id.ts'

/** Whether a process runs now; one that is dead and not yet collected does not. */
export function isAlive(pid: number): boolean {
  try {
    return !['Z', 'X'].includes(parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')).state)
  } catch {
    return false
  }
}
