import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Cgroup, CgroupLimits, CgroupTree } from './cgroup.ts'

export interface Started {
  child: ChildProcess
  /** Output of the program so far. */
  printed(): string
  ended: Promise<{ exitCode: number | null; signal: string | null }>
}

/** Starts a program that joins the group before its first instruction; without a group it runs outside of any. */
export async function startIn(group: Pick<Cgroup, 'add'> | undefined, command: string[]): Promise<Started> {
  const wait = ['-c', 'read go && exec "$@"', 'sh', ...command]
  const child = spawn('/bin/sh', wait, { stdio: ['pipe', 'pipe', 'ignore'], env: {} })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const ended = new Promise<Awaited<Started['ended']>>((resolve) =>
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal })),
  )
  await once(child, 'spawn')
  await group?.add(child.pid ?? 0)
  child.stdin.write('go\n')
  return { child, printed: () => text, ended }
}

export const python = (source: string): string[] => ['/usr/bin/python3', '-I', '-S', '-c', source]

export const CHECK_LIMITS: CgroupLimits = { memoryBytes: 64 << 20, processes: 16, cpuPercent: 100 }

interface InGroup extends Partial<CgroupLimits> {
  tree: CgroupTree
  sandboxId: string
}

/** Lends a group and leaves nothing of it behind. */
export async function inGroup(
  { tree, sandboxId, ...limits }: InGroup,
  use: (group: Cgroup) => Promise<void>,
): Promise<void> {
  const group = await tree.open(sandboxId, { ...CHECK_LIMITS, ...limits })
  try {
    await use(group)
  } finally {
    await group.kill()
    await group.remove()
  }
}
