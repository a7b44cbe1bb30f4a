/**
 * What a backup holds, in the order in which rows can be put back: what others refer to comes first. Leases and holds are of this
 * moment, migrations are told by the backup itself, and which run has which output by its events.
 */
export const BACKUP_TABLES = [
  'run',
  'execution',
  'event',
  'api_key',
  'strategy_outcome',
  'error_pattern',
  'inspection',
  'guard_policy',
  'measure',
  'command',
  'content',
  'state',
  'state_blob',
  'session',
  'session_execution',
  'checkpoint',
  'volume',
  'document',
] as const

export type BackupTable = (typeof BACKUP_TABLES)[number]

/** Tables whose rows are numbered by the database. */
export const NUMBERED_TABLES = ['execution', 'event'] as const satisfies BackupTable[]

export const isBackupTable = (name: string): name is BackupTable => BACKUP_TABLES.some((table) => table === name)
