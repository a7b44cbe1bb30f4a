import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'

/** Takes work that remains after a result was given; closing waits for all of it. */
export function afterworkPart({ onTrouble }: Pick<Ground, 'onTrouble'>): Part<(work: Promise<void>) => void> {
  const unfinished = new Set<Promise<void>>()
  const finish = (work: Promise<void>) => {
    const done = work.catch(onTrouble).finally(() => unfinished.delete(done))
    unfinished.add(done)
  }
  return { api: finish, close: async () => void (await Promise.all(unfinished)) }
}
