import { readdir, readFile } from 'node:fs/promises'

/** Memory of every process below this one. Shared memory is counted once, divided among its processes. */
export async function treeMemoryMb(): Promise<{ processes: number; megabytes: number }> {
  const parents = await readParents()
  const below = [...parents.keys()].filter((pid) => pid !== process.pid && leadsTo(pid, parents))
  const sizes = await Promise.all(below.map(proportionalKb))
  return { processes: below.length, megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1024 }
}

async function readParents(): Promise<Map<number, number>> {
  const parents = new Map<number, number>()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name of the program, in brackets, may hold spaces.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    if (parent !== undefined) parents.set(pid, Number(parent))
  }
  return parents
}

function leadsTo(pid: number, parents: Map<number, number>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at !== 0; at = parents.get(at)) {
    if (at === process.pid) return true
  }
  return false
}

/** Zero for a process that has ended in the meantime; another user's process is an error. */
async function proportionalKb(pid: number): Promise<number> {
  try {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0)
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0
    throw error
  }
}
