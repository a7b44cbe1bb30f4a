import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDirectory } from '../host/cache.ts'
import { SHARED_ETC } from '../host/etc.ts'
import { etcCopy } from '../host/etc-copy.ts'
import { reachableNode } from '../host/node-binary.ts'
import type { Mount } from '../sandbox.ts'
import { NODE_DIRECTORY } from '../sandbox-environment.ts'

const shown = (source: string, target = source): Mount => ({ source, target, readOnly: true })
const theCache = () => cacheDirectory(process.getuid?.() === 0)

/** A clean /etc/hosts: Podman would copy the host's own list of names into each container. */
export async function cleanHosts(): Promise<Mount> {
  return shown(join(await etcCopy(await theCache()), 'hosts'), '/etc/hosts')
}

/** Mounts of the host's programs: with these any image will do, even an empty one. */
export async function hostPrograms(execPath: string | undefined): Promise<Mount[]> {
  const etc = await etcCopy(await theCache())
  const mounts = [shown('/usr')]
  for (const name of SHARED_ETC) {
    if (await isThere(join(etc, name))) mounts.push(shown(join(etc, name), join('/etc', name)))
  }
  if (execPath !== undefined) {
    mounts.push(shown(await reachableNode(execPath, await theCache()), `${NODE_DIRECTORY}/node`))
  }
  return mounts
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
