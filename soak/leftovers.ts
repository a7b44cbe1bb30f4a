import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Possible leftovers of this process's sandboxes, as names that can be compared before and after. */
export interface Leftovers {
  processes: number[]
  cgroups: string[]
  mounts: number
  directories: string[]
  descriptors: number
}

/** Looks for leftovers of this process only: an escaped process is still in its group, which then cannot be removed. */
export function lookForLeftovers(): Leftovers {
  const isOurs = (name: string) => name.includes(`${process.pid}.`)
  return {
    processes: childrenOf(process.pid),
    cgroups: cgroupsOfSandboxes().filter(isOurs),
    mounts: readFileSync('/proc/self/mountinfo', 'utf8').split('\n').length,
    directories: readdirSync(tmpdir()).filter((name) => name.startsWith('anneal-') && isOurs(name)),
    descriptors: readdirSync('/proc/self/fd').length,
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

export function cgroupsOfSandboxes(): string[] {
  const roots = [
    '/sys/fs/cgroup/anneal',
    '/sys/fs/cgroup/memory/anneal',
    '/sys/fs/cgroup/pids/anneal',
    '/sys/fs/cgroup/freezer/anneal',
  ]
  return roots.flatMap((root) => {
    try {
      return readdirSync(root, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${root}/${entry.name}`)
    } catch {
      return []
    }
  })
}
