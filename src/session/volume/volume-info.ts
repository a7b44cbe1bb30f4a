import type { VolumeInfo } from '../../contract/volume.ts'
import type { VolumeRow } from '../../store/volume/volume-rows.ts'

/** A volume as its owner sees it. */
export function infoOf({ userId: _, stateId: __, ...info }: VolumeRow): VolumeInfo {
  return info
}
