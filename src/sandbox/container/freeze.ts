import { EngineError } from '../../contract/errors.ts'
import { type EngineClient, EngineRefusal } from './engine-client.ts'

export interface FreezerParts {
  client: EngineClient
  container: string
  sandboxId: string
}

/** Freezes or thaws all processes; asking for the state that they are in already is fine. */
export async function setFrozen({ client, container, sandboxId }: FreezerParts, frozen: boolean): Promise<void> {
  try {
    await client.call('POST', `/containers/${container}/${frozen ? 'pause' : 'unpause'}`)
  } catch (error) {
    if (!(error instanceof EngineRefusal)) throw error
    if (error.status === 404) throw new EngineError('SANDBOX_GONE', { sandboxId }, { cause: error })
    const { State } = await client.call<{ State: { Paused: boolean } }>('GET', `/containers/${container}/json`)
    if (State.Paused !== frozen) throw error
  }
}
