import { backupRows } from './backup/backup-rows.ts'
import { checkpointRows } from './checkpoint/checkpoint-rows.ts'
import { commandRows } from './command/command-rows.ts'
import { contentRows } from './content/content-rows.ts'
import type { Database } from './database/database.ts'
import { databaseError } from './database/database-error.ts'
import { migrate } from './database/migrations.ts'
import { documentRows } from './document/document-rows.ts'
import { eventRows } from './event/event-rows.ts'
import { keyRows } from './key/key-rows.ts'
import { leaseRows } from './lease/lease-rows.ts'
import { outcomeRows } from './outcome/outcome-rows.ts'
import { outputRows } from './output/output-rows.ts'
import { patternRows } from './pattern/pattern-rows.ts'
import { inspectionRows } from './quality/inspection-rows.ts'
import { measureRows } from './quality/measure-rows.ts'
import { policyRows } from './quality/policy-rows.ts'
import { retentionRows } from './retention/retention-rows.ts'
import { runRows } from './run/run-rows.ts'
import { sessionRows } from './session/session-rows.ts'
import type { Store } from './store.ts'
import { volumeRows } from './volume/volume-rows.ts'

/** The one implementation over both databases; takes the connection over and closes it if it is of no use. */
export async function openSqlStore(given: Database): Promise<Store> {
  const database: Database = { ...given, listeners: new Set() }
  const { db, kind, where, synced = async () => {} } = database
  try {
    await migrate(database)
  } catch (error) {
    await db.destroy()
    throw databaseError(error, where)
  }
  const own = translated(where, {
    async ping() {
      // Reads a page of the file: a constant would be answered without it.
      await db.selectFrom('migration').select('name').limit(1).execute()
    },
    close: async () => {
      await database.close?.()
      await db.destroy()
    },
  })
  return {
    kind,
    events: translated(where, durable(eventRows(database), ['append'], synced)),
    runs: translated(where, runRows(database)),
    outputs: translated(where, outputRows(database)),
    retention: translated(where, durable(retentionRows(database), ['goOn', 'drop'], synced)),
    keys: translated(where, keyRows(database)),
    leases: translated(where, leaseRows(database)),
    outcomes: translated(where, durable(outcomeRows(database), ['add', 'removeBefore'], synced)),
    commands: translated(where, durable(commandRows(database), ['put', 'removeBefore', 'removeOf'], synced)),
    patterns: translated(where, patternRows(database)),
    inspections: translated(where, inspectionRows(database)),
    policies: translated(where, policyRows(database)),
    measures: translated(where, measureRows(database)),
    sessions: translated(where, sessionRows(database)),
    checkpoints: translated(where, checkpointRows(database)),
    volumes: translated(where, volumeRows(database)),
    contents: translated(where, contentRows(database)),
    documents: translated(where, documentRows(database)),
    backup: translated(where, durable(backupRows(database), ['fill'], synced)),
    ...own,
  }
}

/**
 * These methods resolve only when what they wrote is there for good, as do all that tell of a change. A run is not among what they write: nobody is told of it
 * before its first event.
 */
function durable<T extends object>(methods: T, names: (keyof T & string)[], synced: () => Promise<void>): T {
  const calls = names.map((name) => {
    const write = (methods as Calls)[name]
    return [
      name,
      async (...values: never[]) => {
        const answer = await write?.(...values)
        await synced()
        return answer
      },
    ]
  })
  return { ...methods, ...Object.fromEntries(calls) }
}

type Calls = Record<string, (...values: never[]) => Promise<unknown>>

/** Every method again, with the driver's errors turned into ours: one place, so that none is forgotten. */
function translated<T extends object>(where: string, methods: T): T {
  const calls = Object.entries(methods as Calls).map(([name, call]) => [
    name,
    async (...values: never[]) => {
      try {
        return await call(...values)
      } catch (error) {
        throw databaseError(error, where)
      }
    },
  ])
  return Object.fromEntries(calls)
}
