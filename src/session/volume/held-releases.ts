import type { Released } from '../../store/session-store.ts'
import type { States } from '../state/states.ts'

/**
 * Content that a change has given up is removed when nobody in this process reads the volume any more. A process that is
 * killed in between leaves it to the sweep.
 */
export function createHeldReleases(states: Pick<States, 'release'>) {
  const holders = new Map<string, number>()
  const waiting = new Map<string, string[]>()

  async function letGo(volumeId: string) {
    const left = (holders.get(volumeId) ?? 1) - 1
    if (left > 0) return void holders.set(volumeId, left)
    holders.delete(volumeId)
    const blobs = waiting.get(volumeId)
    waiting.delete(volumeId)
    if (blobs) await give({ blobs })
  }

  /** A change that is made is made: what cannot be removed now is left to the sweep. */
  async function give(released: Released) {
    await states.release(released).catch(() => {})
  }

  return {
    async whileHeld<T>(volumeId: string, work: () => Promise<T>): Promise<T> {
      holders.set(volumeId, (holders.get(volumeId) ?? 0) + 1)
      try {
        return await work()
      } finally {
        await letGo(volumeId)
      }
    },
    /** The same for what is read bit by bit: held from the first bit to the last. */
    async *held<T>(volumeId: string, read: () => AsyncIterable<T> | Promise<AsyncIterable<T>>): AsyncGenerator<T> {
      holders.set(volumeId, (holders.get(volumeId) ?? 0) + 1)
      try {
        yield* await read()
      } finally {
        await letGo(volumeId)
      }
    },
    async release(volumeId: string, { blobs }: Released): Promise<void> {
      if (blobs.length === 0) return
      if (!holders.has(volumeId)) return give({ blobs })
      waiting.set(volumeId, [...(waiting.get(volumeId) ?? []), ...blobs])
    },
  }
}
