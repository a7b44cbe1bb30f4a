export type LeaseTables = {
  engine_lease: { engine_id: string; expires_at: number }
}
