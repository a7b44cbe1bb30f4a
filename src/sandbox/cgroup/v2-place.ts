import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { REQUIRED_CONTROLLERS } from './cgroup.ts'
import { errorCode, parsePids, readControl, writeControl } from './control-file.ts'
import { V2_CONTROLLERS, type V2Place } from './v2.ts'

/**
 * The group to which the server itself moves when it is in the way: a group with processes cannot have groups with controllers.
 */
const SERVER_LEAF = 'anneal-server'

/** Makes `anneal` below a group of this server, with the controllers handed down to it. Throws when they are not available. */
export async function makeV2Place(parent: string): Promise<Omit<V2Place, 'serverId'>> {
  const available = words(await readControl(join(parent, 'cgroup.controllers')))
  const controllers = V2_CONTROLLERS.filter((controller) => available.includes(controller))
  const lacking = REQUIRED_CONTROLLERS.filter((controller) => !controllers.includes(controller))
  if (lacking.length > 0) throw new Error(`no controller ${lacking.join(', ')} in ${parent}`)
  await handDown(parent, controllers)
  const directory = join(parent, 'anneal')
  await mkdir(directory, { recursive: true })
  await handDown(directory, controllers)
  return { directory, controllers }
}

async function handDown(directory: string, controllers: string[]): Promise<void> {
  const file = join(directory, 'cgroup.subtree_control')
  const present = words(await readControl(file))
  if (controllers.every((controller) => present.includes(controller))) return
  const enable = () => writeControl(file, controllers.map((controller) => `+${controller}`).join(' '))
  try {
    await enable()
  } catch (error) {
    if (errorCode(error) !== 'EBUSY' || !(await holdsServer(directory))) throw error
    await fromLeaf(directory, enable)
  }
}

const holdsServer = async (directory: string): Promise<boolean> =>
  parsePids(await readControl(join(directory, 'cgroup.procs'))).includes(process.pid)

/** Moves only the server, never another process: with others beside it the move is undone and the place refused. */
async function fromLeaf(directory: string, enable: () => Promise<void>): Promise<void> {
  const leaf = join(directory, SERVER_LEAF)
  await mkdir(leaf, { recursive: true })
  await writeControl(join(leaf, 'cgroup.procs'), process.pid)
  try {
    await enable()
  } catch (error) {
    await writeControl(join(directory, 'cgroup.procs'), process.pid)
    await rmdir(leaf)
    throw error
  }
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)
