import { randomBytes } from 'node:crypto'
import type { Config } from '../config/settings.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import type { Blobs } from '../store/blob/blobs.ts'
import type { Store } from '../store/store.ts'
import { createStates } from './state/create-states.ts'
import type { States } from './state/states.ts'
import { createVolumes } from './volume/create-volumes.ts'
import type { VolumeMounts } from './volume/volume-mounts.ts'
import type { Volumes } from './volume/volumes.ts'

export interface StateNeeds extends Ground {
  config: Pick<Config, 'volumes' | 'volumeBytes' | 'volumeFiles'>
  store: Pick<Store, 'contents' | 'volumes'>
  /** Blobs of states; not those of the journal. */
  blobs: Blobs
}

export interface StatesApi {
  states: States
  volumes: Volumes
  mounts: VolumeMounts
}

const SWEEP_MS = 3_600_000

/** Trees of files that outlive sandboxes: states of sessions and checkpoints, and volumes. */
export function statesPart({ config, store, blobs, clock, newId, onTrouble }: StateNeeds): Part<StatesApi> {
  const states = createStates({ blobs, contents: store.contents, clock, randomBytes })
  const { volumes, mounts } = createVolumes({
    ...{ rows: store.volumes, states, clock },
    most: config.volumes,
    largest: { bytes: config.volumeBytes, files: config.volumeFiles },
    newId: () => newId('vol'),
  })
  const sweeps = setInterval(() => void states.sweep().catch(onTrouble), SWEEP_MS)
  sweeps.unref()
  return { api: { states, volumes, mounts }, close: async () => clearInterval(sweeps) }
}
