import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import { groupName, isOfDeadServer, ownServerId } from '../sandbox/cgroup/server-id.ts'
import type { Store } from '../store/store.ts'

export interface PresenceNeeds extends Pick<Ground, 'newId'> {
  config: { home: string }
  store: Pick<Store, 'leases'>
}

/**
 * The id of this engine. A file lists the living engines of this data directory by their processes, so that an engine
 * that starts after a crash need not wait until the lease of a killed one runs out. Engines that cannot be seen keep
 * their leases.
 */
export async function presencePart({ config, store, newId }: PresenceNeeds): Promise<Part<string>> {
  const engineId = newId('eng')
  const directory = join(config.home, 'engines')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  for (const name of await readdir(directory)) {
    if (!(await isOfDeadServer(name))) continue
    await store.leases.release(name.slice(name.lastIndexOf('-') + 1))
    await rm(join(directory, name), { force: true })
  }
  const own = join(directory, groupName(await ownServerId(), engineId))
  await writeFile(own, '', { mode: 0o600 })
  return { api: engineId, close: () => rm(own, { force: true }) }
}
