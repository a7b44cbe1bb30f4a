import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Limits } from '../../contract/limits.ts'
import { findCgroups } from '../cgroup/find.ts'
import type { ExecOptions, Sandbox, SandboxControl, SandboxSpec } from '../sandbox.ts'
import { createGvisorProvider } from './gvisor.ts'

export const never: AbortSignal = new AbortController().signal
/** Control groups of this host, where there are any; without them sandboxes of the tests carry their limits. */
export const cgroups = await findCgroups()
let sandboxes = 0
export const newSandboxId = () => `gvisor-test-${process.pid}-${++sandboxes}`
export const gvisor = createGvisorProvider({ execPath: process.execPath, newSandboxId, cgroups })

export const LIMITS: Limits = {
  timeoutMs: 10_000,
  memoryMb: 128,
  cpuPercent: 200,
  processes: 16,
  openFiles: 64,
  outputBytes: 1_000_000,
  diskMb: 8,
}

export async function use<T>(spec: Partial<SandboxSpec>, work: (control: SandboxControl) => Promise<T>): Promise<T> {
  const control = await gvisor.create({ limits: LIMITS, ...spec }, never)
  try {
    return await work(control)
  } finally {
    await control.destroy()
  }
}

export async function run(sandbox: Sandbox, command: string[], options: ExecOptions = {}) {
  let output = ''
  const onOutput: ExecOptions['onOutput'] = ({ bytes }) => {
    output += Buffer.from(bytes).toString()
  }
  return { ...(await sandbox.exec(command, { ...options, onOutput })), output }
}

export const bash = (sandbox: Sandbox, script: string, options?: ExecOptions) =>
  run(sandbox, ['/usr/bin/bash', '-c', script], options)

/** Processes of gVisor sandboxes below a process, or of all there are: `runsc` itself and the rooms around it. */
export function roomsBelow(ancestor = process.pid): number[] {
  const table = new Map(processes().map((one) => [one.pid, one]))
  const isBelow = (pid: number): boolean => {
    const parent = table.get(pid)?.parent
    return parent !== undefined && (parent === ancestor || isBelow(parent))
  }
  return [...table.values()]
    .filter(({ pid, command }) => command.includes('runsc') && isBelow(pid))
    .map(({ pid }) => pid)
}

function processes(): { pid: number; parent: number; command: string }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return [{ pid: Number(pid), parent, command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') }]
    } catch {
      // The process ended while it was being read.
      return []
    }
  })
}

/** Control groups with the text in their name, in every hierarchy; others may be made and removed meanwhile. */
export function groupsNamed(text: string, directory = '/sys/fs/cgroup'): string[] {
  return directoriesIn(directory).flatMap((name) => [
    ...(name.includes(text) ? [name] : []),
    ...groupsNamed(text, join(directory, name)),
  ])
}

function directoriesIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  } catch {
    return []
  }
}
