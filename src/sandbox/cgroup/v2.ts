import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { assertLimits, type CgroupTree } from './cgroup.ts'
import { unlessGone } from './control-file.ts'
import { groupName } from './server-id.ts'
import { sweepGroups } from './sweep.ts'
import { v2Group } from './v2-group.ts'

export const V2_CONTROLLERS = ['memory', 'pids', 'cpu', 'io']

/** A directory that hands these controllers down to its children. */
export interface V2Place {
  directory: string
  controllers: readonly string[]
  serverId: string
}

export function v2Tree({ directory, controllers, serverId }: V2Place): CgroupTree {
  return {
    kind: 'cgroup-v2',
    missing: V2_CONTROLLERS.filter((controller) => !controllers.includes(controller)),
    open: async (sandboxId, limits) => {
      assertLimits(limits)
      const own = join(directory, groupName(serverId, sandboxId))
      await mkdir(own)
      const group = v2Group(own, controllers)
      try {
        await group.limit(limits)
      } catch (error) {
        await group.remove()
        throw error
      }
      return group
    },
    sweep: async () =>
      sweepGroups((await unlessGone(readdir(directory))) ?? [], (name) => v2Group(join(directory, name), controllers)),
  }
}
