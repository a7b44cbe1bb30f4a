import type { Layers } from '../sandbox/layers.ts'

export interface LayerUseParts {
  layers: Pick<Layers, 'remove'>
  /** Layers of everything that is stored: templates, snapshots, machines. */
  inUse(): Promise<Iterable<string>>
}

/**
 * Counts the use of layers, which are shared: a copy of a machine, or a machine from a snapshot, stands on the same
 * ones.
 */
export interface LayerUse {
  /** Keeps layers for something that is not stored yet, until the returned function is called. */
  hold(ids: readonly string[]): () => void
  /** Removes the layers that nothing needs any more. */
  release(ids: readonly string[]): Promise<void>
}

export function createLayerUse({ layers, inUse }: LayerUseParts): LayerUse {
  const holds = new Set<readonly string[]>()
  const isHeld = (id: string) => [...holds].some((ids) => ids.includes(id))
  return {
    hold(ids) {
      const own = [...ids]
      holds.add(own)
      return () => void holds.delete(own)
    },
    async release(ids) {
      if (ids.length === 0) return
      const needed = new Set(await inUse())
      for (const id of ids) if (!needed.has(id) && !isHeld(id)) await layers.remove(id)
    },
  }
}
