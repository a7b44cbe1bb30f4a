export type QualityTables = {
  inspection: { key: string; body: string; at: number }
  guard_policy: { user_id: string; body: string }
  measure: { user_id: string; code_hash: string; at: number; body: string }
}
