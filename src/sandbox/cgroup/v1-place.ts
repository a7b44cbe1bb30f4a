import { access, mkdir, realpath, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { REQUIRED_CONTROLLERS } from './cgroup.ts'
import { V1_CONTROLLERS, type V1Place } from './v1.ts'

/** Makes `anneal` below the parent of each controller. Throws when a required one refuses; others may be missing. */
export async function makeV1Place(place: V1Parents): Promise<Pick<V1Place, 'directories'>> {
  const directories = new Map<string, string>()
  const refusals = new Map<string, unknown>()
  const attempts = await Promise.allSettled(V1_CONTROLLERS.map((controller) => makeDirectory(place, controller)))
  V1_CONTROLLERS.forEach((controller, index) => {
    const attempt = attempts[index]
    if (attempt?.status === 'fulfilled') directories.set(controller, attempt.value)
    else refusals.set(controller, attempt?.reason)
  })
  const refused = REQUIRED_CONTROLLERS.find((controller) => refusals.has(controller))
  if (!refused) return { directories }
  // Another server may have its groups in one of the directories.
  await Promise.allSettled([...directories.values()].map((directory) => rmdir(directory)))
  throw refusals.get(refused)
}

export interface V1Parents {
  root: string
  parentOf(controller: string): string
}

async function makeDirectory({ root, parentOf }: V1Parents, controller: string): Promise<string> {
  // Controllers that are mounted together have a link each to the one directory.
  const hierarchy = await realpath(join(root, controller))
  const parent = join(hierarchy, parentOf(controller))
  // Without the mounted controller a plain directory of that name could be made and would limit nothing.
  await access(join(parent, 'cgroup.procs'))
  const directory = join(parent, 'anneal')
  await mkdir(directory, { recursive: true })
  return directory
}
