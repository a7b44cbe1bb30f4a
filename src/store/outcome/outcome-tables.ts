export type OutcomeTables = { strategy_outcome: StrategyOutcome }

/** How often a strategy was right and wrong about one kind of failure, in one stretch of time. */
export interface StrategyOutcome {
  language: string
  /** Of the failure; `*` counts them all together. */
  fingerprint: string
  strategy: string
  /** A number that grows with time: old stretches count less, and are removed in the end. */
  period: number
  won: number
  lost: number
}
