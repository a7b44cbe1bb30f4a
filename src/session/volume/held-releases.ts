import type { Released } from '../../store/content/state-rows.ts'
import type { States } from '../state/states.ts'

interface Waiting extends Released {
  since: number
}

interface Held {
  /** When each who reads began; the first one first. */
  readers: Set<number>
  waiting: Waiting[]
}

/**
 * Content that a change has given up is removed when nobody in this process reads the volume any more who began before that.
 * A process that is killed in between leaves it to the sweep.
 */
export function createHeldReleases(states: Pick<States, 'release'>) {
  const volumes = new Map<string, Held>()
  let moment = 0

  function hold(volumeId: string): () => Promise<void> {
    const held = volumes.get(volumeId) ?? { readers: new Set(), waiting: [] }
    volumes.set(volumeId, held)
    const began = ++moment
    held.readers.add(began)
    return async () => {
      held.readers.delete(began)
      const [oldest = Number.POSITIVE_INFINITY] = held.readers
      const due = held.waiting.filter(({ since }) => since < oldest)
      held.waiting = held.waiting.filter(({ since }) => since >= oldest)
      if (held.readers.size === 0) volumes.delete(volumeId)
      for (const released of due) await give(released)
    }
  }

  /** A change that is made is made: what cannot be removed now is left to the sweep. */
  async function give({ blobs }: Released) {
    await states.release({ blobs }).catch(() => {})
  }

  return {
    async whileHeld<T>(volumeId: string, work: () => Promise<T>): Promise<T> {
      const letGo = hold(volumeId)
      try {
        return await work()
      } finally {
        await letGo()
      }
    },
    /** The same for what is read bit by bit: held from the first bit to the last. */
    async *held<T>(volumeId: string, read: () => AsyncIterable<T>): AsyncGenerator<T> {
      const letGo = hold(volumeId)
      try {
        yield* read()
      } finally {
        await letGo()
      }
    },
    async release(volumeId: string, { blobs }: Released): Promise<void> {
      if (blobs.length === 0) return
      const held = volumes.get(volumeId)
      if (held) held.waiting.push({ blobs, since: ++moment })
      else await give({ blobs })
    },
  }
}
