import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { cgroupsOfSandboxes } from './leftovers.ts'

export interface DeadServers {
  /** Pids of all servers. */
  pids: readonly number[]
  survivors(): string[]
}

export interface Left {
  processes: string[]
  cgroups: string[]
  mounts: string[]
  directories: string[]
}

/** Directory of copies that sandboxes are shown; an unfinished copy has the pid of its server in its name. */
const CACHE = '/var/cache/anneal'

/** The kernel takes a moment to clear away the last killed processes, on a busy host a long one. */
const SETTLE_MS = 20_000
const LOOK_AGAIN_MS = 100

type Places = Record<'home' | 'temporary', string>

/** Leftovers of these servers on the host; sandboxes of others do not count. */
export async function leftBy(servers: DeadServers, places: Places): Promise<Left> {
  for (const until = Date.now() + SETTLE_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const left = leftNow(servers, places)
    if (Object.values(left).every((names) => names.length === 0) || Date.now() > until) return left
  }
}

function leftNow({ pids, survivors }: DeadServers, { home, temporary }: Places): Left {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
  const halfMade = namesIn(CACHE).filter((name) => pids.some((pid) => name.endsWith(`.${pid}`)))
  return {
    processes: survivors(),
    cgroups: cgroupsOfSandboxes().filter((path) => pids.some((pid) => path.includes(`/${pid}.`))),
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
