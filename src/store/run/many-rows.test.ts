import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteFile from 'better-sqlite3'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectShortTurn, watchMainThread } from '../../../test/support/main-thread-watch.ts'
import { patientSqlite } from '../database/patient-sqlite.ts'
import { openSqlStore } from '../sql-store.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'

const ROWS = 100_000
const DOCUMENTS = 40_000
let directory = ''
let store: Store
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-pages-'))
  const database = new SqliteFile(join(directory, 'anneal.db'))
  const db = new Kysely<Tables>({ dialect: patientSqlite(database, 1000) })
  store = await openSqlStore({ db, kind: 'sqlite', where: 'here', snapshot: () => expect.unreachable() })
  const rows = `with recursive row(n) as (select 1 union all select n + 1 from row where n < ${ROWS})`
  database.exec('pragma foreign_keys = off')
  database.exec(`${rows} insert into run (run_id, user_id, engine_id, started_at, outcome, languages, title)
    select printf('run%08d', n), 'ada', 'eng', n, case n % 4 when 0 then null when 1 then 'failed' else 'ok' end, '[]',
      'print(' || n || ')' from row`)
  database.exec(`${rows} insert into execution
    (run_id, user_id, language, ended_by, succeeded, duration_ms, error_type, wait_ms, start_ms, start)
    select printf('run%08d', n), 'ada', case n % 3 when 0 then 'bash' else 'python' end, 'exit', n % 2, 1,
      case n % 2 when 0 then 'E' || (n % 5000) end, 1, 1, 'warm' from row`)
  database.exec(`${rows} insert into state (id, bytes, created_at) select 's' || n, 1, n from row`)
  database.exec(`${rows} insert into content (hash, bytes, began_at, given_up) select 'h' || n, 3, n, 0 from row`)
  database.exec(`${rows} insert into state_blob (state_id, hash) select 's' || n, 'h' || (n / 2 + 1) from row`)
  database.exec(`${rows} insert into checkpoint (id, user_id, session_id, conversation, kind, created_at, state_id, body)
    select 'c' || n, 'ada', 's', 'c' || (n % 1000), case n % 2 when 0 then 'risky' else 'explicit' end, n / 10, 's' || n,
      '{"bytes":2,"variables":[]}' from row`)
  // Bodies as large as those of machines.
  database.exec(`${rows} insert into document (kind, id, user_id, created_at, revision, body)
    select 'machine', 'm' || n, 'u' || (n % 2), n / 10, 1, json_object('n', n, 'text', hex(zeroblob(250))) from row
    where n <= ${DOCUMENTS}`)
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

it('statistics of 100,000 runs are exact, and others are served while they are counted', async () => {
  const { runs, executions, byLanguage, errors } = await served(() => store.runs.stats('ada'))
  expect(runs).toMatchObject({ total: ROWS, running: ROWS / 4, failed: ROWS / 4, ok: ROWS / 2, successRate: 2 / 3 })
  expect(executions).toMatchObject({ total: ROWS, succeeded: ROWS / 2, warm: ROWS, endedBy: { exit: ROWS } })
  expect(byLanguage.map((each) => [each.language, each.executions])).toEqual([
    ['python', 66_667],
    ['bash', 33_333],
  ])
  expect(errors).toHaveLength(100)
})

it('100,000 runs are searched by their titles, and others are served meanwhile', async () => {
  const found = await served(() => store.runs.list({ userId: 'ada', limit: 9, search: 'PRINT(77)' }))
  expect(found.map(({ runId }) => runId)).toEqual(['run00000077'])
})

it('100,000 checkpoints of one user are counted exactly, and others are served meanwhile', async () => {
  expect(await served(() => store.checkpoints.count('ada'))).toEqual({
    byKind: { risky: ROWS / 2, explicit: ROWS / 2 },
    conversations: 1000,
    bytes: 2 * ROWS,
    oldestAt: 0,
    newestAt: ROWS / 10,
  })
  expect(await served(() => store.checkpoints.storedBytes('ada'))).toBe(3 * (ROWS / 2 + 1))
})

it('40,000 documents are listed whole and in order, of one user and of all, and others are served meanwhile', async () => {
  const all = await served(() => store.documents.list({ kind: 'machine' }))
  const own = await served(() => store.documents.list({ kind: 'machine', userId: 'u1' }))
  expect([all.length, own.length]).toEqual([DOCUMENTS, DOCUMENTS / 2])
  const inOrder = all.toSorted((one, other) => one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1))
  expect(all).toEqual(inOrder)
  expect(own).toEqual(all.filter(({ userId }) => userId === 'u1'))
})

/** The better of two tries counts: the cost of the rows occurs in both. */
async function served<T>(work: () => Promise<T>): Promise<T> {
  const stalls: number[] = []
  let found: T | undefined
  for (let n = 0; n < 2; n++) {
    await sleep(20)
    const watch = watchMainThread()
    found = await work()
    await sleep(10)
    stalls.push(watch.longestMs())
    watch.stop()
  }
  expectShortTurn(Math.min(...stalls), 50)
  return found as T
}
