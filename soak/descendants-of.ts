import { readdirSync, readFileSync } from 'node:fs'

/** Every process below one, at any depth. */
export function descendantsOf(root: number): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(numbers.map((pid) => [Number(pid), Number(statusFields(Number(pid))?.[1])]))
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0
    return parent === root || (parent > 1 && isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow)
}

/** Fields of /proc/PID/stat behind the name, which may hold anything; undefined when the process has ended. */
export function statusFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
