import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqlite } from '../database/sqlite.ts'
import { sampleRun, sampleStory } from '../run/sample-run.ts'
import type { TablePage } from './backup-tables.ts'

const run = sampleRun()

/** Pages of a version before streams. */
async function* olderPages(): AsyncGenerator<TablePage> {
  const { runId: run_id, userId: user_id, engineId: engine_id, startedAt: started_at } = run
  const row = { run_id, user_id, engine_id, started_at, outcome: null, duration_ms: null, languages: '[]' }
  yield { table: 'run', rows: [row] }
  const rows = sampleStory(run).map((entry, index) => {
    const { subject: _, userId: __, ...body } = entry
    const { seq, type, at } = entry
    const last_seq = 'lastSeq' in entry ? entry.lastSeq : seq
    return { position: index + 5, run_id, seq, last_seq, type, at, end_user_id: null, body: JSON.stringify(body) }
  })
  yield { table: 'event', rows }
}

it('events of a backup that is older than streams are restored as streams of their runs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-fill-'))
  const store = await openSqlite({ file: join(directory, 'anneal.db') })
  try {
    await store.backup.fill(olderPages())
    expect(await store.events.read(run.runId, 0)).toEqual(sampleStory(run))
    const last = { writtenIn: 0, position: 4 + sampleStory(run).length }
    expect(await store.events.lastPlace(run.userId)).toEqual(last)
  } finally {
    await store.close()
    await rm(directory, { recursive: true })
  }
})
