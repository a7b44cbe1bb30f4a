import type { VolumeMount } from '../../contract/session.ts'
import type { States } from '../state/states.ts'
import type { LaidCopy } from './changes-inside.ts'
import type { VolumeVersions } from './volume-versions.ts'

export interface VolumeMountParts {
  versions: VolumeVersions
  states: States
}

/** A volume that is shown in a sandbox. */
export interface LaidVolume extends LaidCopy, VolumeMount {
  userId: string
  /** The id of the volume: another one may get its name. */
  id: string
  /** The version that the copy last equalled. */
  version: number
}
