import type { Kysely } from 'kysely'
import type { CommandOutcome } from '../../contract/command.ts'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

export type CommandTables = {
  command: CommandTable
}

/** One command of the shell that was asked for, run or not. */
export interface CommandTable {
  id: string
  user_id: string
  command: string
  run_id: string | null
  outcome: CommandOutcome | null
  rule: string | null
  at: number
}

export const commandMigrations: Migration[] = [
  { name: '007-commands', up: createCommands },
  { name: '011-read-indexes', up: indexByTime },
]

async function createCommands(db: Kysely<MigratedTables>) {
  await db.schema
    .createTable('command')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('command', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('outcome', 'text')
    .addColumn('rule', 'text')
    .addColumn('at', 'double precision', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('command_of_user').on('command').columns(['user_id', 'id']).execute()
}

async function indexByTime(db: Kysely<MigratedTables>) {
  await db.schema.createIndex('command_at').on('command').column('at').execute()
}
