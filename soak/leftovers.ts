import { readdirSync, readFileSync } from 'node:fs'

/** What boxes could leave on the host, as names that can be compared before and after. */
export interface Leftovers {
  processes: string[]
  cgroups: string[]
  mounts: number
  directories: string[]
  descriptors: number
}

export function lookForLeftovers(): Leftovers {
  return {
    processes: readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isOfABox(pid)),
    cgroups: cgroupsOfBoxes(),
    mounts: readFileSync('/proc/self/mountinfo', 'utf8').split('\n').length,
    directories: readdirSync('/tmp').filter((name) => name.startsWith('anneal-box')),
    descriptors: readdirSync('/proc/self/fd').length,
  }
}

/** Bubblewrap and the agent are known by their command lines; programs of a box by the uid range of boxes. */
function isOfABox(pid: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
    if (command.includes('LOADER_WIRE')) return true
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1])
    return uid >= 1_910_000_000 && uid < 1_910_100_000
  } catch {
    return false
  }
}

/** Of all servers of this host, as paths. */
export function cgroupsOfBoxes(): string[] {
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
