export interface Refusal {
  reason: string
  /** Whether names from an earlier block may complete it. */
  isFragment?: boolean
}
