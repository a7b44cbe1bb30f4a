import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { commandRows } from './command-rows.ts'
import { type CommandTables, commandMigrations } from './command-tables.ts'

export const commandFeature = {
  migrations: commandMigrations,
  tables: { command: 'kept' },
  rows: (database) => ({ commands: durable(database, commandRows(database), ['put', 'removeBefore']) }),
} satisfies StoreFeature<CommandTables>
