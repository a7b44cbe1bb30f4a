import type { VolumeInfo } from '../../contract/volume.ts'
import type { VolumeRow } from '../../store/volume/volume-rows.ts'

/** What an owner is told of a volume. */
export function infoOf({ userId: _, stateId: __, ...info }: VolumeRow): VolumeInfo {
  return info
}
