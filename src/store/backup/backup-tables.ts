import type { Every } from '../../contract/every.ts'
import { FEATURES, type Feature } from '../features.ts'

type Kept = Every<Feature['tables']>
export type BackupTable = { [name in keyof Kept]: Kept[name] extends 'passing' ? never : name }[keyof Kept]

const tables = FEATURES.flatMap((feature) => Object.entries(feature.tables)) as [BackupTable, Kept[BackupTable]][]

/** The tables of a backup, in the order in which rows can be restored. The backup itself names the migrations. */
export const BACKUP_TABLES = tables.filter(([, kept]) => (kept as string) !== 'passing').map(([name]) => name)

/** Tables whose rows are numbered by the database. */
export const NUMBERED_TABLES = tables.filter(([, kept]) => kept === 'numbered').map(([name]) => name)

export const isBackupTable = (name: string): name is BackupTable => BACKUP_TABLES.some((table) => table === name)

/** Some rows of one table, as plain values that mean the same in every database. */
export interface TablePage {
  table: BackupTable
  rows: Record<string, string | number | null>[]
}
