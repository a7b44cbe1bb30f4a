import { EngineError } from '../../contract/errors.ts'
import { until } from '../cgroup/until.ts'
import { type EngineClient, EngineRefusal } from './engine-client.ts'
import type { OwnCgroup } from './own-cgroup.ts'

/** Last facts about an ended sandbox; perhaps its own agent was killed. */
export interface LastWord {
  /** Kills counted on the host; undefined where they cannot be seen. */
  oomKills: number | undefined
  /** The engine's own statement. Podman does not notice on every host. */
  killedForMemory: boolean
}

/**
 * Tells which limit was hit since the last question, by the kernel's counters; without counters it tells nothing, rather than
 * guess.
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

/**
 * Asks until the engine knows the reason: the stream to the agent ends first, and soon after the engine removes the container
 * with all it knew.
 */
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
