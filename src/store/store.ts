import type { Every } from '../contract/every.ts'
import type { BackupRows } from './backup/backup-rows.ts'
import type { DatabaseKind } from './database/database.ts'
import type { Feature } from './features.ts'

/**
 * The port of everything that lasts: the rows of each feature (`runs`, `events`, `keys`…), and the store as a whole.
 * Adapters: `sqlite.ts`, `postgres.ts`. Once a promise resolves, the data survives `kill -9` of this process.
 */
export interface Store extends Readonly<Every<ReturnType<Feature['rows']>>> {
  readonly kind: DatabaseKind
  readonly backup: BackupRows
  /** Resolves when the database answers; throws an EngineError with the reason otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}
