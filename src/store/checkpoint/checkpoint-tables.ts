import type { CheckpointInfo } from '../../contract/checkpoint.ts'

export type CheckpointTables = { checkpoint: CheckpointTable }

export interface CheckpointTable {
  id: string
  user_id: string
  session_id: string
  conversation: string
  kind: CheckpointInfo['kind']
  created_at: number
  state_id: string
  /** Fields that nobody searches by, as JSON. */
  body: string
}
