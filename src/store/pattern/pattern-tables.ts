export type PatternTables = {
  error_pattern: { id: string; body: string; added_at: number }
}
