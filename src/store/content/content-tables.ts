/**
 * Sessions, checkpoints and volumes each refer to a state, a state to its blobs. Foreign keys protect content: neither
 * a state nor a blob can go while something needs it.
 */
export type ContentTables = {
  content: { hash: string; bytes: number; began_at: number; given_up: number }
  content_hold: { id: string; expires_at: number }
  state: { id: string; bytes: number; created_at: number }
  state_blob: { state_id: string; hash: string }
}
