import type { Database } from '../database/database.ts'

export type LeaseTables = {
  engine_lease: { engine_id: string; expires_at: number }
}

/** The living engines, so that others can end the runs of dead ones. */
export interface LeaseRows {
  renew(engineId: string, until: number): Promise<void>
  release(engineId: string): Promise<void>
  /** Engines whose lease lasts beyond `now`. */
  living(now: number): Promise<string[]>
}

export function leaseRows({ db }: Database<LeaseTables>): LeaseRows {
  return {
    async renew(engineId, until) {
      await db
        .insertInto('engine_lease')
        .values({ engine_id: engineId, expires_at: until })
        .onConflict((conflict) => conflict.column('engine_id').doUpdateSet({ expires_at: until }))
        .execute()
    },
    async release(engineId) {
      await db.deleteFrom('engine_lease').where('engine_id', '=', engineId).execute()
    },
    async living(now) {
      const rows = await db.selectFrom('engine_lease').select('engine_id').where('expires_at', '>', now).execute()
      return rows.map(({ engine_id }) => engine_id)
    },
  }
}
