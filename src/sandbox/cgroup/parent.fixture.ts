import { chown, mkdir, realpath, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FindOptions } from './find.ts'
import { V1_CONTROLLERS } from './v1.ts'

export const ROOT = '/sys/fs/cgroup'
/** Nobody's account, and not one of those that boxes get. */
export const STRANGER = 1_909_999_999

/** A place of the test's own in every v1 hierarchy, as an administrator hands one over; only root can make it. */
export async function makeParent(name: string, { owner = 0, controllers = V1_CONTROLLERS } = {}): Promise<Parent> {
  const parent = `anneal-test-${process.pid}-${name}`
  const hierarchies = await Promise.all(controllers.map((controller) => realpath(join(ROOT, controller))))
  const directories = [...new Set(hierarchies)].map((hierarchy) => join(hierarchy, parent))
  for (const directory of directories) {
    await mkdir(directory)
    await chown(directory, owner, owner)
  }
  const remove = async () => {
    for (const directory of directories) {
      await rmdir(join(directory, 'anneal')).catch(() => undefined)
      await rmdir(directory)
    }
  }
  return { options: { parent }, directories, remove }
}

export interface Parent {
  options: FindOptions
  directories: string[]
  remove(): Promise<void>
}
