import { EngineError } from '../../contract/errors.ts'
import { until } from '../cgroup/until.ts'
import { type EngineClient, EngineRefusal } from './engine-client.ts'
import type { OwnCgroup } from './own-cgroup.ts'

/** What is known of a box that has ended, perhaps because its agent was the one to be killed. */
export interface LastWord {
  /** Counted on the host; undefined where that cannot be seen. */
  oomKills: number | undefined
  /** What the engine says. Podman does not notice on every host. */
  killedForMemory: boolean
}

/**
 * Tells which limit was hit since it last told, by what the kernel counted; where nobody counts nothing is told, rather
 * than guessed.
 */
export function createLimitHit(cgroup: OwnCgroup, lastWord: Promise<LastWord>) {
  let [ooms, refusals] = [0, 0]
  return async (): Promise<'memory' | 'processes' | undefined> => {
    try {
      const [oomsNow = 0, refusalsNow = 0] = [await cgroup('oomKills'), await cgroup('processLimitHits')]
      const hit = oomsNow > ooms ? 'memory' : refusalsNow > refusals ? 'processes' : undefined
      ;[ooms, refusals] = [oomsNow, refusalsNow]
      return hit
    } catch (error) {
      if (!(error instanceof EngineError && error.code === 'SANDBOX_GONE')) throw error
      const { oomKills = 0, killedForMemory } = await lastWord
      return killedForMemory || oomKills > ooms ? 'memory' : undefined
    }
  }
}

interface Inspected {
  State: { Running: boolean; OOMKilled: boolean }
}

const LAST_WORD_MS = 1000

/** The stream to the agent ends before the engine notes why; soon after, it removes the container and all it knew. */
export async function isKilledForMemory(client: EngineClient, container: string): Promise<boolean> {
  let wasKilled = false
  const inspect = async () => {
    const { State } = await client.call<Inspected>('GET', `/containers/${container}/json`)
    wasKilled = State.OOMKilled
    return !State.Running
  }
  await until(inspect, LAST_WORD_MS).catch((error) => {
    if (!(error instanceof EngineRefusal || error instanceof EngineError)) throw error
  })
  return wasKilled
}
