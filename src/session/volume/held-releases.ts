import type { Released } from '../../store/content/state-rows.ts'
import type { States } from '../state/states.ts'

interface Waiting extends Released {
  since: number
}

interface Held {
  /** The start of each reader, the first one first. */
  readers: Set<number>
  waiting: Waiting[]
}

/**
 * Content that a change has released is removed when every reader of the volume in this process that began before has
 * finished. A killed process leaves it to the sweep.
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

  /** A change that is made stays: content that cannot be removed now is left to the sweep. */
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
    /** Holds a volume for a stream, from its first piece to its last. */
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
