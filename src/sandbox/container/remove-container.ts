import { until } from '../cgroup/until.ts'
import { type EngineClient, EngineRefusal } from './engine-client.ts'

const GONE_MS = 15_000

/** Kills and removes a container in any state; resolves when the engine knows it no more. */
export async function removeContainer(client: EngineClient, container: string): Promise<void> {
  let refusal: unknown
  const gone = await until(async () => {
    refusal = await client.call('DELETE', `/containers/${container}?force=1&v=1`).then(() => undefined, refusalOf)
    return !(await isKnown(client, container))
  }, GONE_MS)
  if (!gone) throw new Error(`container ${container} cannot be removed`, { cause: refusal })
}

/**
 * Keeps a refusal without throwing: the engine removes an ended container by itself and refuses us meanwhile, so only its
 * absence counts.
 */
function refusalOf(error: unknown): EngineRefusal {
  if (error instanceof EngineRefusal) return error
  throw error
}

async function isKnown(client: EngineClient, container: string): Promise<boolean> {
  try {
    await client.call('GET', `/containers/${container}/json`)
    return true
  } catch (error) {
    if (error instanceof EngineRefusal && error.status === 404) return false
    throw error
  }
}
