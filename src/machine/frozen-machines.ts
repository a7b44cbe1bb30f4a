import type { Life } from './life.ts'

/** Paused machines that keep their memory: as many as there may be, of those that were paused last. */
export interface FrozenMachines {
  /** Answers with who has to give its memory up for this one. */
  add(life: Life): Life[]
  remove(life: Life): void
}

export function createFrozenMachines(most: number): FrozenMachines {
  const inOrder = new Set<Life>()
  return {
    add(life) {
      inOrder.delete(life)
      inOrder.add(life)
      const beyond = [...inOrder].slice(0, Math.max(0, inOrder.size - most))
      for (const one of beyond) inOrder.delete(one)
      return beyond
    },
    remove: (life) => void inOrder.delete(life),
  }
}
