import { readdirSync, readFileSync } from 'node:fs'
import { isOfDeadServer } from '../cgroup/server-id.ts'
import { killOne } from './kill-one.ts'

/**
 * Set for bubblewrap alone: the sandbox itself never sees it. A server that dies while bubblewrap still builds leaves it
 * waiting for ever, since it asks to die with its parent only later. Every provider that uses bubblewrap sets it, so each of
 * their sweeps finds the leftovers of all.
 */
export const SERVER_MARK = 'ANNEAL_BOX_OF'

/**
 * Ends the bubblewraps of dead servers, and names them. Every start looks at all processes of the host: reading one takes microseconds
 * here, and ten times that through Node's threads.
 */
export async function sweepOrphans(): Promise<number[]> {
  const ended: number[] = []
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const mark = markOf(name)
    if (mark === undefined || !(await isOfDeadServer(mark))) continue
    if (killOne(Number(name))) ended.push(Number(name))
  }
  return ended
}

/** The mark of a process; undefined for processes of other users and ended ones, which cannot be read. */
function markOf(pid: string): string | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
    return new RegExp(`(?:^|\\0)${SERVER_MARK}=([^\\0]+)`).exec(environment)?.[1]
  } catch {
    return undefined
  }
}
