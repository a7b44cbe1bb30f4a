import { mkdirSync, rmdirSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { assertLimits, type CgroupTree } from './cgroup.ts'
import { unlessGone } from './control-file.ts'
import { groupName } from './server-id.ts'
import { sweepGroups } from './sweep.ts'
import { distinct, type V1Directories, v1Group } from './v1-group.ts'

export const V1_CONTROLLERS = ['memory', 'pids', 'cpu', 'cpuacct', 'freezer', 'blkio']

/** Directories in which groups are made, per controller. */
export interface V1Place {
  directories: V1Directories
  serverId: string
}

/** One hierarchy per controller: a group is a directory of the same name in each. */
export function v1Tree({ directories, serverId }: V1Place): CgroupTree {
  const named = (name: string): V1Directories =>
    new Map([...directories].map(([controller, directory]) => [controller, join(directory, name)]))
  return {
    kind: 'cgroup-v1',
    missing: V1_CONTROLLERS.filter((controller) => !directories.has(controller)),
    open: async (sandboxId, limits) => {
      assertLimits(limits)
      const own = named(groupName(serverId, sandboxId))
      await makeDirectories(distinct(own))
      const group = v1Group(own)
      try {
        await group.limit(limits)
      } catch (error) {
        await group.remove()
        throw error
      }
      return group
    },
    sweep: async () => {
      const lists = await Promise.all(distinct(directories).map((directory) => unlessGone(readdir(directory))))
      const names = new Set(lists.flatMap((list) => list ?? []))
      return sweepGroups([...names], (name) => v1Group(named(name)))
    },
  }
}

/** Makes all directories or none, and never takes an existing one: it would be another sandbox's. */
async function makeDirectories(directories: string[]): Promise<void> {
  const made: string[] = []
  try {
    for (const directory of directories) {
      // While another sandbox is being filled the kernel makes the first call wait, and so not on the main thread.
      if (made.length === 0) await mkdir(directory)
      else mkdirSync(directory)
      made.push(directory)
    }
  } catch (error) {
    for (const directory of made) rmdirSync(directory)
    throw error
  }
}
