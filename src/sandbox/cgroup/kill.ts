import type { Cgroup } from './cgroup.ts'
import { errorCode } from './control-file.ts'
import { until } from './until.ts'

const KILL_TIMEOUT_MS = 10_000

/** Kills again when new processes appeared meanwhile, until none is left. */
export async function killUntilEmpty(group: Pick<Cgroup, 'pids'>, killOnce: () => Promise<void>): Promise<void> {
  const empty = async () => (await group.pids()).length === 0
  const died = await until(async () => {
    if (await empty()) return true
    await killOnce()
    return empty()
  }, KILL_TIMEOUT_MS)
  if (!died) throw new Error(`processes ${(await group.pids()).join(', ')} did not die of SIGKILL`)
}

/**
 * Kills a frozen group: its processes cannot fork, nor end and leave their pid to another, between being listed and being
 * killed. The kernel delivers the signals at the thaw.
 */
export async function killFrozen(group: Pick<Cgroup, 'pids' | 'freeze' | 'thaw'>): Promise<void> {
  await group.freeze()
  try {
    for (const pid of await group.pids()) sendKill(pid)
  } finally {
    await group.thaw()
  }
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
