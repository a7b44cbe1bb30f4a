import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export type OutcomeTables = { strategy_outcome: StrategyOutcome }

/** How often a strategy was right and wrong about one kind of failure, in one period. */
export interface StrategyOutcome {
  language: string
  /** The fingerprint of the failure; `*` counts all of them together. */
  fingerprint: string
  strategy: string
  /** A number that grows with time: old periods count less, and are removed in the end. */
  period: number
  won: number
  lost: number
}

export interface OutcomeRows {
  /** Adds to the counts, whichever engine wrote them. */
  add(outcomes: StrategyOutcome[]): Promise<void>
  list(sincePeriod: number): Promise<StrategyOutcome[]>
  removeBefore(period: number): Promise<void>
}

export function outcomeRows({ db }: Database<OutcomeTables>): OutcomeRows {
  return {
    async add(outcomes) {
      await db.transaction().execute(async (transaction) => {
        for (const outcome of outcomes) {
          await transaction
            .insertInto('strategy_outcome')
            .values(outcome)
            .onConflict((conflict) =>
              conflict.columns(['language', 'fingerprint', 'strategy', 'period']).doUpdateSet({
                won: sql`strategy_outcome.won + excluded.won`,
                lost: sql`strategy_outcome.lost + excluded.lost`,
              }),
            )
            .execute()
        }
      })
    },
    list: (sincePeriod) =>
      db
        .selectFrom('strategy_outcome')
        .selectAll()
        .where('period', '>=', sincePeriod)
        .orderBy('language')
        .orderBy('strategy')
        .orderBy('fingerprint')
        .orderBy('period')
        .execute(),
    async removeBefore(period) {
      await db.deleteFrom('strategy_outcome').where('period', '<', period).execute()
    },
  }
}
