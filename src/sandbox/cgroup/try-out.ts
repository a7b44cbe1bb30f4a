import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Cgroup, CgroupTree } from './cgroup.ts'

const LIMITS = { memoryBytes: 32 << 20, processes: 8, cpuPercent: 100 }

/** Puts a process of ours into a real group, reads it back, kills it there and removes the group. Throws where that fails. */
export async function tryOut(tree: CgroupTree): Promise<void> {
  // It waits for input that never comes.
  const child = spawn('/bin/sh', ['-c', 'read line'], { stdio: ['pipe', 'ignore', 'ignore'], env: {} })
  await once(child, 'spawn')
  const ended = once(child, 'exit')
  try {
    const group = await tree.open(`probe-${child.pid}`, LIMITS)
    try {
      await useGroup(group, child)
    } finally {
      await group.kill()
      await group.remove()
    }
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

async function useGroup(group: Cgroup, { pid = 0 }: ChildProcess): Promise<void> {
  await group.add(pid)
  const [pids, stats] = await Promise.all([group.pids(), group.stats(), group.oomKills(), group.processLimitHits()])
  if (!pids.includes(pid) || stats.processes < 1) throw new Error('a process that was added is not in the group')
}
