/**
 * Sessions, checkpoints and volumes each hold on to a state, a state to its blobs. The foreign keys are what keeps content: a
 * state that something needs cannot go, and neither can a blob.
 */
export type ContentTables = {
  content: { hash: string; bytes: number; began_at: number; given_up: number }
  content_hold: { id: string; expires_at: number }
  state: { id: string; bytes: number; created_at: number }
  state_blob: { state_id: string; hash: string }
}
