import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isOfDeadServer } from '../cgroup/server-id.ts'
import { killOne } from './kill-one.ts'

/**
 * Set for bubblewrap alone: the sandbox itself never sees it. A server that dies while bubblewrap still builds leaves it
 * waiting for ever, since it asks to die with its parent only later. Every provider that uses bubblewrap sets it, so each of
 * their sweeps finds the leftovers of all.
 */
export const SERVER_MARK = 'ANNEAL_SANDBOX_OF'

/** So many processes are looked at in one turn: less than a millisecond. */
const IN_ONE_TURN = 32

/** Ends the bubblewraps of dead servers, and names them. */
export async function sweepOrphans(): Promise<number[]> {
  const ended: number[] = []
  const names = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  for (const [index, name] of names.entries()) {
    if (index % IN_ONE_TURN === IN_ONE_TURN - 1) await nextTurn()
    const mark = markOf(name)
    if (mark === undefined || !(await isOfDeadServer(mark))) continue
    if (killOne(Number(name))) ended.push(Number(name))
  }
  return ended
}

/**
 * The mark of a process; undefined for processes of other users and ended ones, which cannot be read. The kernel answers from memory in
 * microseconds: handing each question to a thread cost ten times as much as the answer.
 */
function markOf(pid: string): string | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
    return new RegExp(`(?:^|\\0)${SERVER_MARK}=([^\\0]+)`).exec(environment)?.[1]
  } catch {
    return undefined
  }
}
