import { sql, type Transaction } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import type { DatabaseKind } from '../database/database.ts'
import { lockName } from '../database/lock-name.ts'
import { withSubjects } from '../event/with-subjects.ts'
import { countOutput } from '../output/output-tables.ts'
import type { Tables } from '../tables.ts'
import type { TablePage } from './backup-tables.ts'
import { BACKUP_TABLES, isBackupTable, NUMBERED_TABLES } from './backup-tables.ts'

/** Below the 32,766 that SQLite allows in one statement. */
const VALUES_PER_INSERT = 30_000

/** Puts rows of a backup into an empty store. The rows are untrusted: those that do not fit are refused. */
export async function fillTables(options: {
  transaction: Transaction<Tables>
  kind: DatabaseKind
  pages: AsyncIterable<TablePage>
}): Promise<void> {
  const { transaction, kind, pages } = options
  await lockName(transaction, kind, 'fill')
  await refuseFilled(transaction)
  const known = await columnsOf(transaction)
  for await (const { table, rows: told } of pages) {
    const rows = table === 'event' ? await withSubjects(transaction, told) : told
    const columns = known.get(table)
    if (!isBackupTable(table) || !columns) throw refused(`it has a table ${JSON.stringify(table)}`)
    for (const row of rows) refuseUnfit(row, { table, columns })
    const step = Math.floor(VALUES_PER_INSERT / columns.size)
    for (let first = 0; first < rows.length; first += step) {
      await insert(transaction, { table, rows: rows.slice(first, first + step) })
    }
  }
  // The value is computed from the events, since backups of older versions do not have it.
  await countOutput(transaction, kind)
  if (kind === 'postgres') await countOn(transaction)
}

const refused = (reason: string, options?: { cause: unknown }) => new EngineError('BACKUP_REFUSED', { reason }, options)

async function refuseFilled(transaction: Transaction<Tables>) {
  for (const table of BACKUP_TABLES) {
    const found = await transaction.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst()
    if (found) throw refused('the database is not empty')
  }
}

/** Asks the database itself, so that a new column needs no change here. */
async function columnsOf(transaction: Transaction<Tables>): Promise<Map<string, Set<string>>> {
  const tables = await transaction.introspection.getTables()
  return new Map(tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]))
}

function refuseUnfit(row: unknown, { table, columns }: { table: string; columns: ReadonlySet<string> }) {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw refused(`a row of ${table} is none`)
  for (const [column, value] of Object.entries(row)) {
    if (!columns.has(column)) throw refused(`a row of ${table} has a column ${JSON.stringify(column.slice(0, 50))}`)
    const fits = value === null || typeof value === 'string' || typeof value === 'number'
    if (!fits) throw refused(`a row of ${table} has a ${column} that is no text or number`)
  }
}

async function insert(transaction: Transaction<Tables>, { table, rows }: TablePage) {
  try {
    await transaction
      .insertInto(table)
      .values(rows as never)
      .execute()
  } catch (error) {
    const { code = '', message } = error as { code?: unknown; message: string }
    // Errors about constraints and types of SQLite, and the same of PostgreSQL: its classes 22, 23 and 42.
    const isUnfit = /^(SQLITE_(CONSTRAINT|MISMATCH|ERROR|RANGE|TOOBIG)|22|23|42)/.test(String(code))
    throw isUnfit ? refused(`rows of ${table} do not fit: ${message}`, { cause: error }) : error
  }
}

/** PostgreSQL must continue its numbers behind the rows; SQLite does so by itself. */
async function countOn(transaction: Transaction<Tables>) {
  for (const table of NUMBERED_TABLES) {
    const last = sql`(select max(position) from ${sql.table(table)})`
    const sequence = sql`pg_get_serial_sequence(${table}, 'position')`
    await sql`select setval(${sequence}, coalesce(${last}, 1), ${last} is not null)`.execute(transaction)
  }
}
