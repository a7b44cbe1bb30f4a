import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createRun } from '../in-store.ts'
import { newPlaces } from '../new-places.fixture.ts'
import { attemptStart, blockFound, runEnd, sampleRun } from './sample-run.ts'

const places = newPlaces()

describe.each(['sqlite', 'postgres'] as const)('%s rows of the version before titles', (kind) => {
  it('get theirs from the first events of their runs when they are listed, once, a damaged event none', async () => {
    const { open, connect } = await places[kind]()
    const store = await open()
    const { userId } = sampleRun()
    const runs = await Promise.all([1, 2, 3].map(() => createRun(store, { userId })))
    const [whole, damaged, bare] = runs
    if (!whole || !damaged || !bare) return expect.unreachable()
    for (const run of [whole, damaged])
      await store.events.append([blockFound(run, 1, 'python', 'import os\nprint(7)'), attemptStart(run, 2, 1)])
    for (const run of runs) await store.events.append([runEnd(run, 3)])
    const db = connect()
    await sql`update run set title = null`.execute(db)
    await sql`update event set body = '{' where subject = ${`run:${damaged.runId}`} and seq = 1`.execute(db)

    const titlesOf = async () =>
      new Map((await store.runs.list({ userId, limit: 9 })).map((row) => [row.runId, row.title]))
    const expected = new Map([
      [whole.runId, 'print(7)'],
      [damaged.runId, null],
      [bare.runId, null],
    ])
    expect(await titlesOf()).toEqual(expected)
    expect((await store.runs.list({ userId, limit: 9, search: 'PRINT' })).map(({ runId }) => runId)).toEqual([
      whole.runId,
    ])
    await sql`delete from event where type <> 'run.end'`.execute(db)
    expect(await titlesOf()).toEqual(expected)
    await db.destroy()
    await store.close()
  })
})
