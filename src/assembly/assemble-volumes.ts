import type { Config } from '../config/settings.ts'
import type { States } from '../session/state/states.ts'
import { createVolumes } from '../session/volume/create-volumes.ts'
import type { Store } from '../store/store.ts'

export interface VolumeAssembly {
  config: Config
  store: Store
  states: States
  newId(): string
  clock(): number
}

/** Volumes within the limits of the configuration, and the way to show them in sandboxes. */
export function assembleVolumes({ config, store, ...parts }: VolumeAssembly) {
  const largest = { bytes: config.volumeBytes, files: config.volumeFiles }
  return createVolumes({ ...parts, rows: store.volumes, most: config.volumes, largest })
}
