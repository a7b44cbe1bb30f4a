import { join } from 'node:path'
import { EngineError } from '../../contract/errors.ts'
import { readControl, readKey, unlessGone } from '../cgroup/control-file.ts'
import { parseOwnGroups } from '../cgroup/own-groups.ts'
import { type EngineClient, EngineRefusal } from './engine-client.ts'

const ROOT = '/sys/fs/cgroup'

/**
 * Counts the kernel's kills for memory in the group of a container, as the host sees it: the sandbox's own view of the group
 * ends with its agent. The group is looked up at once, since an ended container is in none; undefined where the engine's
 * processes cannot be seen from here.
 */
export function watchOomKills(client: EngineClient, container: string): () => Promise<number | undefined> {
  const places = findPlaces(client, container)
  // A rejection must not count as unhandled when the places are never asked for.
  places.catch(() => {})
  return async () => {
    for (const path of await places) {
      const count = await unlessGone(readKey(path, 'oom_kill'))
      if (count !== undefined) return count
    }
    return undefined
  }
}

async function findPlaces(client: EngineClient, container: string): Promise<string[]> {
  try {
    const { State } = await client.call<{ State: { Pid: number } }>('GET', `/containers/${container}/json`)
    const groups = parseOwnGroups((await unlessGone(readControl(`/proc/${State.Pid}/cgroup`))) ?? '')
    const [v2, v1] = [groups.get(''), groups.get('memory')]
    return [
      ...(v1 === undefined ? [] : [join(ROOT, 'memory', v1, 'memory.oom_control')]),
      ...(v2 === undefined ? [] : [join(ROOT, v2, 'memory.events')]),
    ]
  } catch (error) {
    // The container has ended already, or the engine has.
    if (error instanceof EngineRefusal || error instanceof EngineError) return []
    throw error
  }
}
