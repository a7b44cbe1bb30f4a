import { ID_RANDOM_BYTES, makeId } from '../contract/id.ts'
import type { LayerUse } from './layer-use.ts'
import type { UserLayers } from './user-layers.ts'

export interface SweepParts {
  layers: Pick<UserLayers, 'list' | 'makers'>
  use: LayerUse
  /** Engines that may still write down what they have made a layer for, this one included. */
  livingEngines(): Promise<string[]>
  clock(): number
}

/** Longer than anything takes between making a layer and writing down what for, by whichever engine. */
const YOUNG_MS = 3_600_000

/** Removes layers of engines that were killed before they could write down what they had made, and what others could not remove. */
export async function sweepLayers({ layers, use, livingEngines, clock }: SweepParts): Promise<void> {
  const all = await layers.list()
  if (all.length === 0) return
  // Ids tell when they were made, and sort by it.
  const youngest = makeId('lay', clock() - YOUNG_MS, new Uint8Array(ID_RANDOM_BYTES))
  const [makers, living] = await Promise.all([layers.makers(), livingEngines()])
  const isOfDead = (maker: string | undefined) => maker !== undefined && !living.includes(maker)
  await use.release(all.filter((id) => id < youngest || isOfDead(makers.get(id))))
}
