import { readdirSync, readFileSync } from 'node:fs'
import { cgroupsOfBoxes } from './leftovers.ts'

export interface DeadServers {
  /** Of every server there was. */
  pids: readonly number[]
  survivors(): string[]
}

export interface Left {
  processes: string[]
  cgroups: string[]
  mounts: string[]
  directories: string[]
}

/** Copies that boxes are shown; one that is being made has the number of its server in its name. */
const CACHE = '/var/cache/anneal'

/** What these servers left on the host, whoever else has boxes here. */
export function leftBy(
  { pids, survivors }: DeadServers,
  { home, temporary }: Record<'home' | 'temporary', string>,
): Left {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
  const halfMade = namesIn(CACHE).filter((name) => pids.some((pid) => name.endsWith(`.${pid}`)))
  return {
    processes: survivors(),
    cgroups: cgroupsOfBoxes().filter((path) => pids.some((pid) => path.includes(`/${pid}.`))),
    mounts: mounts.filter((line) => line.includes(home) || line.includes('/newroot')),
    directories: [...readdirSync(temporary), ...halfMade],
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
