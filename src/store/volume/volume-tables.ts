export type VolumeTables = { volume: VolumeTable }

export interface VolumeTable {
  id: string
  user_id: string
  name: string
  version: number
  state_id: string | null
  bytes: number
  files: number
  max_bytes: number
  max_files: number
  created_at: number
  changed_at: number
}
