import { EngineError } from '../contract/errors.ts'
import type { Layers } from '../sandbox/layers.ts'

/** Layers of a provider whose sandboxes are no whole systems: nothing of them can be kept. */
export const noLayers: Layers = {
  add: refuse,
  merge: refuse,
  put: refuse,
  read(id) {
    throw new EngineError('LAYER_NOT_FOUND', { layerId: id })
  },
  directoryOf(id) {
    throw new EngineError('LAYER_NOT_FOUND', { layerId: id })
  },
  list: async () => [],
  remove: async () => {},
}

async function refuse(): Promise<never> {
  throw new EngineError('UNSUPPORTED', { what: 'Keeping what a machine has written' })
}
