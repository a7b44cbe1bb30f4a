import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { RunEntry } from '../event/journal-entry.ts'
import type { Migration } from '../feature.ts'
import { newPlaces } from '../new-places.fixture.ts'
import { sampleRun, sampleStory, stageStart } from '../run/sample-run.ts'
import type { Tables } from '../tables.ts'
import { migrate, migrations } from './migrations.ts'

const kinds = newPlaces()

const NAMES = new Set(migrations.map(({ name }) => name))

/** Inserts as versions before streams did: the body names neither subject nor user. Gives its position. */
async function insertOld(db: Kysely<Tables>, entry: RunEntry): Promise<number> {
  const { subject: _, userId, ...body } = entry
  const isEnd = entry.type.endsWith('.end')
  const { rows } = await sql<{ position: number }>`
    insert into event (run_id, seq, last_seq, type, at, end_user_id, body)
    values (${entry.runId}, ${entry.seq}, ${'lastSeq' in entry ? entry.lastSeq : entry.seq}, ${entry.type}, ${entry.at},
      ${isEnd ? userId : null}, ${JSON.stringify(body)}) returning position`.execute(db)
  return Number(rows[0]?.position)
}

/** Every table with its columns, and whether they may be null. */
async function tablesOf(db: Kysely<Tables>) {
  const tables = await db.introspection.getTables()
  const described = tables
    .filter((table) => !table.name.startsWith('sqlite_'))
    .map((table) => {
      const columns = table.columns.map(({ name, isNullable }) => `${name}${isNullable ? '?' : ''}`)
      return [table.name, columns] as const
    })
  return Object.fromEntries(described)
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`migrations on ${kind}`, () => {
    it('run once when many engines start together', async () => {
      const { open, connect } = await kinds[kind]()
      const stores = await Promise.all(Array.from({ length: 5 }, open))
      for (const store of stores) await store.close()
      const db = connect()
      const applied = await db.selectFrom('migration').select('name').orderBy('name').execute()
      expect(applied.map(({ name }) => name)).toEqual([...NAMES])
      await db.destroy()
    })

    it('leave the database as it was when they fail', async () => {
      const { connect } = await kinds[kind]()
      const db = connect()
      const failing: Migration = { name: '999-fails', up: () => Promise.reject(new Error('planted')) }
      const migrating = migrate({ db, kind, where: 'here', list: [...migrations, failing] })
      await expect(migrating).rejects.toThrow('planted')
      expect(await tablesOf(db)).toEqual({})
      await migrate({ db, kind, where: 'here' })
      expect(Object.keys(await tablesOf(db))).toContain('event')
      await db.destroy()
    })

    it('bring a database with events of runs alone up to date, with all of them in their order', async () => {
      const { open, connect } = await kinds[kind]()
      const db = connect()
      const older = migrations.filter(({ name }) => name < '013')
      await migrate({ db, kind, where: 'here', list: older })
      const runs = [sampleRun(), sampleRun()] as const
      const seen: number[] = []
      for (const { runId, userId, engineId, startedAt } of runs) {
        const row = { run_id: runId, user_id: userId, engine_id: engineId, started_at: startedAt, languages: '[]' }
        await db
          .insertInto('run')
          .values({ ...row, outcome: null, duration_ms: null, cancel_asked_at: null })
          .execute()
      }
      for (const entry of sampleStory(runs[0])) seen.push(await insertOld(db, entry))
      seen.push(await insertOld(db, stageStart(runs[1], 1)))
      await db.destroy()

      const store = await open()
      const story = sampleStory(runs[0])
      expect(await store.events.read(runs[0].runId, 0)).toEqual(story)
      const all = await store.events.readUser(runs[0].userId, { after: { writtenIn: 0, position: 0 }, limit: 99 })
      expect(all.map(({ entry }) => entry)).toEqual(story)
      expect(all.map(({ place }) => place.position)).toEqual(seen.slice(0, -1))
      expect(await store.events.readEnds({ userId: runs[0].userId, limit: 9 })).toHaveLength(3)
      await store.events.append([stageStart(runs[1], 2)])
      const both = await store.events.readUser(runs[1].userId, { after: { writtenIn: 0, position: 0 }, limit: 99 })
      expect(both.map(({ entry }) => entry.seq)).toEqual([1, 2])
      await store.close()
    })

    it('refuse a database that a newer version has written, and leave it alone', async () => {
      const { open, connect } = await kinds[kind]()
      await (await open()).close()
      const db = connect()
      await db.insertInto('migration').values({ name: '777-from-the-future' }).execute()
      await expect(open()).rejects.toMatchObject({
        code: 'STORE_DAMAGED',
        message: expect.stringMatching(/newer version of Anneal .*"777-from-the-future"/),
      })
      await db.deleteFrom('migration').where('name', '=', '777-from-the-future').execute()
      await (await open()).close()
      await db.destroy()
    })
  })
}

it('both databases get the same tables and columns', async () => {
  const tables = await Promise.all(
    (['sqlite', 'postgres'] as const).map(async (kind) => {
      const db = (await kinds[kind]()).connect()
      await migrate({ db, kind, where: 'here' })
      const found = await tablesOf(db)
      await db.destroy()
      return found
    }),
  )
  expect(tables[0]).toEqual(tables[1])
})

it('a migration belongs to one feature, except early ones that were released with parts of several', () => {
  const shared = [...NAMES].filter((name) => migrations.filter((migration) => migration.name === name).length > 1)
  expect(shared).toEqual(['003-keys-and-leases', '009-sessions', '011-read-indexes'])
})
