import { EngineError } from '../../contract/errors.ts'
import { until } from '../cgroup/until.ts'
import { type EngineClient, EngineRefusal } from './engine-client.ts'
import type { OwnCgroup } from './own-cgroup.ts'

/**
 * Tells which limit was hit since it last told, by what the kernel counted; where nobody counts nothing is told, rather
 * than guessed. `lastWord` is what the engine knew of a box that has ended.
 */
export function createLimitHit(cgroup: OwnCgroup, lastWord: Promise<'memory' | undefined>) {
  let [ooms, refusals] = [0, 0]
  return async (): Promise<'memory' | 'processes' | undefined> => {
    try {
      const [oomsNow = 0, refusalsNow = 0] = [await cgroup('oomKills'), await cgroup('processLimitHits')]
      const hit = oomsNow > ooms ? 'memory' : refusalsNow > refusals ? 'processes' : undefined
      ;[ooms, refusals] = [oomsNow, refusalsNow]
      return hit
    } catch (error) {
      if (error instanceof EngineError && error.code === 'SANDBOX_GONE') return lastWord
      throw error
    }
  }
}

interface Inspected {
  State: { Running: boolean; OOMKilled: boolean }
}

const LAST_WORD_MS = 1000

/**
 * For a box whose agent was the one to be killed. The stream to it ends before the engine notes why; soon after, it
 * removes the container, and then nobody knows any more. Podman does not notice on every host: then it was `killed`.
 */
export async function killedForMemory(client: EngineClient, container: string): Promise<'memory' | undefined> {
  let wasKilled = false
  const inspect = async () => {
    const { State } = await client.call<Inspected>('GET', `/containers/${container}/json`)
    wasKilled = State.OOMKilled
    return !State.Running
  }
  await until(inspect, LAST_WORD_MS).catch((error) => {
    if (!(error instanceof EngineRefusal || error instanceof EngineError)) throw error
  })
  return wasKilled ? 'memory' : undefined
}
