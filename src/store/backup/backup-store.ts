import type { BackupTable } from './backup-tables.ts'

/** Some rows of one table, as plain values that mean the same in every database. */
export interface TablePage {
  table: BackupTable
  rows: Record<string, string | number | null>[]
}

/** Everything at once: for a backup, and to fill a store from one. */
export interface BackupRows {
  /** Names of the migrations that this store has. */
  migrations(): Promise<string[]>
  /** No content that a state needs is given up for so long, whatever becomes of the state; again makes it longer. */
  hold(id: string, forMs: number): Promise<void>
  letGo(id: string): Promise<void>
  /** Whether anybody holds content now. */
  isHeld(): Promise<boolean>
  /** All rows as they are at one moment, while others go on writing. Content that no state needs is left out. */
  dump(): Promise<AsyncIterable<TablePage>>
  /**
   * In one transaction, which ends when the pages do. Throws BACKUP_REFUSED when there is something in the store already, and
   * for rows that do not fit; nothing is changed then.
   */
  fill(pages: AsyncIterable<TablePage>): Promise<void>
}
