import { ID_RANDOM_BYTES, makeId } from '../contract/id.ts'
import type { LayerUse } from './layer-use.ts'
import type { UserLayers } from './user-layers.ts'

export interface SweepParts {
  layers: Pick<UserLayers, 'list' | 'makers'>
  use: LayerUse
  /** Engines that may still store the purpose of a layer they made, this one included. */
  livingEngines(): Promise<string[]>
  clock(): number
}

/** Longer than any engine takes between making a layer and storing its purpose. */
const YOUNG_MS = 3_600_000

/** Removes layers of engines that were killed before they stored the purpose, and layers whose removal failed. */
export async function sweepLayers({ layers, use, livingEngines, clock }: SweepParts): Promise<void> {
  const all = await layers.list()
  if (all.length === 0) return
  // Ids contain the time they were made, and sort by it.
  const youngest = makeId('lay', clock() - YOUNG_MS, new Uint8Array(ID_RANDOM_BYTES))
  const [makers, living] = await Promise.all([layers.makers(), livingEngines()])
  const isOfDead = (maker: string | undefined) => maker !== undefined && !living.includes(maker)
  await use.release(all.filter((id) => id < youngest || isOfDead(makers.get(id))))
}
