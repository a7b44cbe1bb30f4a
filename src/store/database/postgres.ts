import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { EngineError } from '../../contract/errors.ts'
import { openSqlStore } from '../sql-store.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'

const CONNECT_TIMEOUT_MS = 5000
const LOCK_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 30_000
/** Applies only when the network swallows the answer: the server's own timeout comes first and says more. */
const ANSWER_TIMEOUT_MS = 35_000

/** Opens the database of `url` (postgres://user:password@host:port/name). The password never leaves this file. */
export async function openPostgres({ url, connections = 10, ...rest }: PostgresOptions): Promise<Store> {
  const where = withoutPassword(url)
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'anneal',
  })
  // The pool drops a connection that breaks, idle or between two statements, and the statement that needs it fails with
  // a reason; without listeners the whole process would end instead.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return openSqlStore({ db, kind: 'postgres', where, snapshot: () => takeSnapshot(db), ...rest })
}

async function takeSnapshot(db: Kysely<Tables>) {
  const begin = db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const transaction = await begin.execute()
  return { db: transaction, close: async () => void (await transaction.rollback().execute()) }
}

export interface PostgresOptions {
  url: string
  connections?: number
  mask?: (json: string) => string
}

/** Parameters are removed too: they may hold a password as well. */
function withoutPassword(url: string): string {
  try {
    const { protocol, username, host, pathname } = new URL(url)
    return `${protocol}//${username && `${username}@`}${host}${pathname}`
  } catch {
    throw new EngineError('CONFIG_INVALID', {
      problems: ['databaseUrl: must look like postgres://user:password@host:5432/name'],
    })
  }
}
