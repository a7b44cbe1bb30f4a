import { ID_RANDOM_BYTES, makeId } from '../contract/id.ts'
import type { Layers } from '../sandbox/layers.ts'
import type { LayerUse } from './layer-use.ts'

export interface SweepParts {
  layers: Pick<Layers, 'list'>
  use: LayerUse
  clock(): number
}

/** Longer than anything takes between making a layer and writing down what for, by whichever engine. */
const YOUNG_MS = 3_600_000

/** Removes layers of engines that were killed before they could write down what they had made. */
export async function sweepLayers({ layers, use, clock }: SweepParts): Promise<void> {
  // Ids tell when they were made, and sort by it.
  const youngest = makeId('lay', clock() - YOUNG_MS, new Uint8Array(ID_RANDOM_BYTES))
  await use.release((await layers.list()).filter((id) => id < youngest))
}
