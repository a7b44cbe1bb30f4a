import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlStore } from '../sql-store.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'
import { patientSqlite } from './patient-sqlite.ts'

let directory = ''
let database: SqliteFile.Database
let store: Store
const asked: { sql: string; parameters: readonly unknown[] }[] = []
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-plans-'))
  database = new SqliteFile(join(directory, 'anneal.db'))
  const db = new Kysely<Tables>({
    dialect: patientSqlite(database, 1000),
    log: ({ query: { sql, parameters } }) => void asked.push({ sql, parameters }),
  })
  const snapshot = () => expect.unreachable()
  store = await openSqlStore({ db, kind: 'sqlite', where: 'here', snapshot })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

const PLACE = { writtenIn: 0, position: 9 }
const user = { userId: 'ada', limit: 100 }

const LISTS: [name: string, read: (store: Store) => Promise<unknown>][] = [
  ['runs', ({ runs }) => runs.list(user)],
  ['runs before one', ({ runs }) => runs.list({ ...user, before: 'run_1' })],
  ['ends of runs', ({ events }) => events.readEnds(user)],
  ['ends of runs before one', ({ events }) => events.readEnds({ ...user, before: 9 })],
  ['ends of runs in a range of time', ({ events }) => events.readEnds({ ...user, fromMs: 1, toMs: 2, before: 9 })],
  ['what a run did lately', ({ events }) => events.read('run_1', 99_000)],
  ['what a session told', ({ events }) => events.readPage('session:ses_1', { afterSeq: 9, limit: 9 })],
  ['everything of a user behind a place', ({ events }) => events.readUser('ada', { after: PLACE, limit: 9 })],
  ['the last of a user', ({ events }) => events.lastPlace('ada')],
  ['the last of a session', ({ events }) => events.lastSeq('session:ses_1')],
  ['sessions', ({ sessions }) => sessions.list(user)],
  ['sessions of a conversation', ({ sessions }) => sessions.list({ ...user, conversation: 'c', before: 'ses_1' })],
  ['history of a session', ({ sessions }) => sessions.history({ sessionId: 'ses_1', after: 3, limit: 9 })],
  ['checkpoints', ({ checkpoints }) => checkpoints.list(user)],
  ['checkpoints of a conversation', ({ checkpoints }) => checkpoints.list({ ...user, conversation: 'c' })],
  ['checkpoints of a session', ({ checkpoints }) => checkpoints.list({ ...user, sessionId: 'ses_1' })],
  ['commands', ({ commands }) => commands.list(user)],
  ['old commands', ({ commands }) => commands.removeBefore(1)],
  ['actions', ({ actions }) => actions.list(user)],
  ['actions of a session', ({ actions }) => actions.list({ ...user, sessionId: 'ses_1', before: 'act_1' })],
  ['tasks', ({ tasks }) => tasks.list({ ...user, before: 'tsk_1' })],
  ['old tasks', ({ tasks }) => tasks.removeBefore(1)],
  ['old actions', ({ actions }) => actions.removeBefore(1)],
  ['plans', ({ plans }) => plans.list({ ...user, before: 'pln_1' })],
  ['old plans', ({ plans }) => plans.removeBefore(1)],
  ['questions', ({ approvals }) => approvals.list(user)],
  ['good approvals', ({ approvals }) => approvals.good({ userId: 'ada', now: 1 })],
  ['volumes', ({ volumes }) => volumes.list('ada')],
  ['runs to weigh', ({ retention }) => retention.page({ ...user, before: 'run_1' })],
  ['runs that are old', ({ retention }) => retention.olderThan('run_1', 9)],
  ['the next user', ({ retention }) => retention.nextUser('ada')],
  ['events of a run that is deleted', ({ retention }) => retention.goOn('run_1')],
  ['old events of everything but runs', ({ retention }) => retention.forgetOld(9, { at: 1, position: 1 })],
  ['new keys', ({ keys }) => keys.list(1)],
]

/** The columns of each list that a search must narrow down. */
const EVERY_EQUAL: Record<string, RegExp> = {
  'sessions of a conversation': /user_id=\? AND conversation=\? AND id<\?/,
  'checkpoints of a conversation': /user_id=\? AND conversation=\?/,
  'checkpoints of a session': /user_id=\? AND session_id=\?/,
  'actions of a session': /user_id=\? AND session_id=\? AND id<\?/,
  'runs to weigh': /user_id=\? AND run_id<\?/,
  'ends of runs before one': /end_user_id=\? AND position<\?/,
  'ends of runs in a range of time': /end_user_id=\? AND position<\?/,
  'what a run did lately': /subject=\? AND seq>\?/,
  'everything of a user behind a place': /user_id=\? AND written_in=\? AND position>\?/,
}

describe('a list of one user’s rows', () => {
  it.each(LISTS)('is read in the order of an index, whatever else the database holds: %s', async (name, read) => {
    asked.length = 0
    await read(store)
    const steps = asked.flatMap(({ sql, parameters }) => {
      const plan = database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[]
      return plan.map(({ detail }) => detail)
    })
    expect(steps.join('\n')).not.toMatch(/TEMP B-TREE|^SCAN/m)
    expect(steps.join('\n')).toMatch(EVERY_EQUAL[name] ?? /SEARCH/)
  })
})
