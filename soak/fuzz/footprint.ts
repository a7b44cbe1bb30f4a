import { readdirSync } from 'node:fs'
import { descendantsOf } from '../descendants-of.ts'
import { cgroupsOfSandboxes } from '../leftovers.ts'
import type { WatchedServer } from './watched-server.ts'

/** Resources that a living server takes of its host. */
export interface Footprint {
  heapMb: number
  residentMb: number
  descriptors: number
  processes: number
  cgroups: number
  directories: number
}

/** Growth above this does not count as given back. */
export const MOST_MORE: Footprint = {
  heapMb: 25,
  residentMb: 150,
  descriptors: 10,
  processes: 8,
  cgroups: 8,
  directories: 4,
}

export function isBack(now: Footprint, before: Footprint): boolean {
  const names = Object.keys(MOST_MORE) as (keyof Footprint)[]
  return names.every((name) => now[name] <= before[name] + MOST_MORE[name])
}

export async function footprintOf(server: WatchedServer): Promise<Footprint> {
  const { heap, resident } = await server.memory()
  return {
    heapMb: heap,
    residentMb: resident,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    processes: descendantsOf(server.pid).length,
    cgroups: cgroupsOfSandboxes().filter((path) => path.includes(`/${server.pid}.`)).length,
    directories: readdirSync(server.temporary).length,
  }
}
