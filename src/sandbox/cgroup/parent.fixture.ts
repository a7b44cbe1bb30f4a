import { chown, mkdir, realpath, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FindOptions } from './find.ts'
import { V1_CONTROLLERS } from './v1.ts'

export const ROOT = '/sys/fs/cgroup'
/** A user id without an account, and not one of those that sandboxes get. */
export const STRANGER = 1_909_999_999

/** Makes a place for the test in every v1 hierarchy, as an administrator delegates one; only root can make it. */
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
