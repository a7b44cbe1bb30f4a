import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { CgroupTree } from './cgroup.ts'

const LIMITS = { memoryBytes: 32 << 20, processes: 8, cpuPercent: 100 }

/** Puts a process of ours into a real group, reads it back, ends it and removes the group. Throws where that fails. */
export async function tryOut(tree: CgroupTree): Promise<void> {
  // Not before the place is made: in cgroup v2, a process beside the server in its own group keeps groups from being made below it.
  const sleeper = startSleeper()
  try {
    await tryWith(tree, sleeper)
  } finally {
    await sleeper.end()
  }
}

/** A process of ours that does nothing. */
interface Sleeper {
  pid: Promise<number>
  end(): Promise<void>
}

function startSleeper(): Sleeper {
  // The process waits for input that never comes.
  const child = spawn('/bin/cat', { stdio: ['pipe', 'ignore', 'ignore'], env: {} })
  const pid = once(child, 'spawn').then(() => child.pid ?? 0)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // The rejected `pid` reports a process that could not be started.
    pid.catch(() => resolve())
  })
  return {
    pid,
    end: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

async function tryWith(tree: CgroupTree, sleeper: Sleeper): Promise<void> {
  const pid = await sleeper.pid
  const group = await tree.open(`probe-${pid}`, LIMITS)
  try {
    await group.add(pid)
    const [pids, stats] = await Promise.all([group.pids(), group.stats(), group.oomKills(), group.processLimitHits()])
    if (!pids.includes(pid) || stats.processes < 1) throw new Error('a process that was added is not in the group')
  } finally {
    // Once the process is gone, and not only dying, the group can be removed without waiting.
    await sleeper.end()
    await group.remove()
  }
}
