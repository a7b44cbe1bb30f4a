import { setTimeout as wait } from 'node:timers/promises'
import { RemoteFailure } from './remote.ts'

export interface Tries {
  /** Pauses before each further try. */
  pausesMs: number[]
  signal: AbortSignal
}

/** Repeats the action, after growing pauses, as long as the failure may pass. */
export async function tryAgain<T>(action: () => Promise<T>, { pausesMs, signal }: Tries): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof RemoteFailure && error.problem === 'busy')) throw error
      await wait(pauseMs, undefined, { signal })
    }
  }
  return action()
}
