import { ageOf, ID_RANDOM_BYTES, makeId } from '../contract/id.ts'
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

/**
 * Removes layers of engines that were killed before they stored the purpose, and layers whose removal failed. A layer without a record of
 * its maker was made by none of the living engines if it is older than all of them.
 */
export async function sweepLayers({ layers, use, livingEngines, clock }: SweepParts): Promise<void> {
  const all = await layers.list()
  if (all.length === 0) return
  const youngest = makeId('lay', clock() - YOUNG_MS, new Uint8Array(ID_RANDOM_BYTES))
  const [makers, living] = await Promise.all([layers.makers(), livingEngines()])
  const oldest = living.map(ageOf).sort()[0]
  const isLeft = (id: string) => {
    const maker = makers.get(id)
    return maker === undefined ? oldest !== undefined && ageOf(id) < oldest : !living.includes(maker)
  }
  await use.release(all.filter((id) => id < youngest || isLeft(id)))
}
