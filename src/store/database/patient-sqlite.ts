import { setTimeout as wait } from 'node:timers/promises'
import SqliteFile from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

const LONGEST_WAIT_MS = 25
/** More than the kinds of queries; queries that differ by their number of rows are many. */
const MOST_STATEMENTS = 100

/**
 * Kysely's SQLite dialect, with two changes. It waits for other writers between tries instead of inside SQLite, which
 * would block the whole process, in vain when the other writer is in this process too. And its transactions take the
 * write lock at their start: one that began with a read could not wait for it later.
 */
export function patientSqlite(database: SqliteFile.Database, busyTimeoutMs: number): Dialect {
  return {
    createDriver: () => patientDriver(database, busyTimeoutMs),
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Only for a statement outside a transaction, which has done nothing when it fails for a lock. */
export async function whenFree<T>(busyTimeoutMs: number, work: () => T | Promise<T>): Promise<T> {
  let waitMs = 1
  for (let waitedMs = 0; ; waitedMs += waitMs) {
    try {
      return await work()
    } catch (error) {
      const isBusy = error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!isBusy || waitedMs >= busyTimeoutMs) throw error
    }
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
    await wait(waitMs)
  }
}

function patientDriver(database: SqliteFile.Database, busyTimeoutMs: number): Driver {
  const inner = new SqliteDriver({ database })
  let connection: DatabaseConnection | undefined
  return {
    init: () => inner.init(),
    async acquireConnection() {
      connection ??= patientConnection(await inner.acquireConnection(), { database, busyTimeoutMs })
      return connection
    },
    async beginTransaction(own) {
      await own.executeQuery(CompiledQuery.raw('begin immediate'))
    },
    commitTransaction: (own) => inner.commitTransaction(own),
    async rollbackTransaction(own) {
      // SQLite rolls back by itself when the disk is full; a second rollback would fail and hide the reason.
      if (database.inTransaction) await inner.rollbackTransaction(own)
    },
    releaseConnection: async () => {},
    destroy: () => inner.destroy(),
  }
}

function patientConnection(
  inner: DatabaseConnection,
  options: { database: SqliteFile.Database; busyTimeoutMs: number },
): DatabaseConnection {
  const run = createRunner(options.database)
  return {
    executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const timeoutMs = options.database.inTransaction ? 0 : options.busyTimeoutMs
      return whenFree(timeoutMs, () => run(query) as QueryResult<R>)
    },
    streamQuery: (query, chunkSize) => inner.streamQuery(query, chunkSize),
  }
}

/** Runs queries with kept statements: preparing one takes longer than running it. */
function createRunner(database: SqliteFile.Database) {
  const statements = new Map<string, SqliteFile.Statement>()
  const statementOf = (sql: string): SqliteFile.Statement => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    // The least recently used one stands first.
    statements.delete(sql)
    statements.set(sql, statement)
    if (statements.size > MOST_STATEMENTS) statements.delete(statements.keys().next().value as string)
    return statement
  }
  return ({ sql, parameters }: CompiledQuery): QueryResult<unknown> => {
    const statement = statementOf(sql)
    if (statement.reader) return { rows: statement.all(...parameters) }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }
}
