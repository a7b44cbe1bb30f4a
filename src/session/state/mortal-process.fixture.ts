import { setTimeout as sleep } from 'node:timers/promises'
import type { StatesOptions } from './create-states.ts'
import type { KeptStates } from './states.fixture.ts'
import type { States } from './states.ts'

/** The error of outside calls once their process was killed. */
export class Killed extends Error {}

/**
 * States and rows in a process that can be killed: at some call to the database or the blobs, before or after its
 * effect. From then on nothing it does has an effect, not even cleaning up.
 */
export function startProcess(kept: KeptStates, options: Partial<StatesOptions>) {
  let callsLeft = Number.POSITIVE_INFINITY
  let hasEffect = false

  async function call<T>(work: () => Promise<T>): Promise<T> {
    callsLeft--
    if (callsLeft > 0) return work()
    if (callsLeft === 0 && hasEffect) await work()
    // Other calls of this process may be under way: they get no further either.
    await sleep(0)
    throw new Killed()
  }

  function mortal<P extends object>(port: P): P {
    return new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...parameters: unknown[]) => call(() => method.apply(target, parameters))
      },
    })
  }

  const { sessions, checkpoints, volumes, contents } = kept.store
  const states: States = kept.again({ ...options, blobs: mortal(kept.blobs), contents: mortal(contents) })
  return {
    states,
    store: { sessions: mortal(sessions), checkpoints: mortal(checkpoints), volumes: mortal(volumes) },
    dieAfter(calls: number, withEffect: boolean) {
      callsLeft = calls
      hasEffect = withEffect
    },
  }
}

export type MortalProcess = ReturnType<typeof startProcess>
