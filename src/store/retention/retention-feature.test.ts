import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrate, migrations } from '../database/migrations.ts'
import type { RunEntry } from '../event/journal-entry.ts'
import { newPlaces } from '../new-places.fixture.ts'
import { outputSegment, runEnd, type SampleRun, sampleRun } from '../run/sample-run.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'

const places = newPlaces()

const HASH = 'ab'.repeat(32)
const USUAL_BYTES = 262_144

/** Writes as the version before streams and retention did: long output is named by its event alone. */
async function writeAsBefore(db: Kysely<Tables>, kind: Store['kind'], run: SampleRun, entries: RunEntry[]) {
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === '013-event-streams'),
  )
  await migrate({ db, kind, where: 'here', list: before })
  await sql`insert into run (run_id, user_id, engine_id, started_at, outcome, duration_ms, languages)
    values (${run.runId}, ${run.userId}, ${run.engineId}, ${run.startedAt}, 'ok', 1, '[]')`.execute(db)
  for (const { subject: _, ...entry } of entries) {
    await sql`insert into event (run_id, seq, last_seq, type, at, body) values
      (${run.runId}, ${entry.seq}, ${entry.seq}, ${entry.type}, ${entry.at}, ${JSON.stringify(entry)})`.execute(db)
  }
}

describe.each(['sqlite', 'postgres'] as const)('a %s database of the version before', (kind) => {
  it('opens with the bytes of its runs and with the runs that need long output', async () => {
    const { open, connect } = await places[kind]()
    const run = sampleRun()
    const named = { ...outputSegment(run, 2, 3), deltas: null, blob: HASH }
    const decoy = { ...outputSegment(run, 4, 5), deltas: JSON.stringify(`"deltas":null,"blob":"${'c'.repeat(64)}"`) }
    const entries = [outputSegment(run, 1, 1), named, decoy, runEnd(run, 6)]
    const db = connect()
    await writeAsBefore(db, kind, run, entries)
    await db.destroy()

    const store = await open()
    const written = entries.reduce((sum, { subject: _, ...entry }) => sum + Buffer.byteLength(JSON.stringify(entry)), 0)
    const weighed = await store.retention.page({ userId: run.userId, limit: 9 })
    expect(weighed).toEqual([{ runId: run.runId, bytes: written + USUAL_BYTES, isEnded: true }])
    expect(await store.events.read(run.runId, 0)).toEqual(entries)
    expect(await store.retention.begin(run.runId, { at: 1, why: 'asked' })).toMatchObject({ isGone: true })
    const removed: string[] = []
    await store.outputs.release(9, async (hash) => void removed.push(hash))
    expect(removed).toEqual([HASH])
    await store.close()
  })
})
