import { readSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { sessionOf } from '../../src/store/content/sample-state.ts'
import type { OpenStore } from '../../src/store/in-store.ts'

/**
 * Started by a byte of input, changes sessions of one user until it is killed; prints their number after each change.
 */
const [place = '', userId = ''] = process.argv.slice(2)
const open = await loadStore()
flushCompileCache()
// An end of input instead of a byte: the test is gone.
if (readSync(0, Buffer.alloc(1)) === 0) process.exit()
const store = await open()
for (let changes = 0; ; ) {
  const row = sessionOf({ userId })
  const step = { sessionId: row.id, engineId: row.engineId ?? '' }
  const execution = { runId: null, language: 'python', code: '1', outcome: 'ok', at: 1, durationMs: 1 } as const
  const steps = [
    () => store.sessions.create(row),
    () => store.sessions.advance({ ...step, usedAt: 3000, execution }),
    () => store.sessions.update(row.id, { settings: { ...row.settings, metadata: { step: 'two' } }, usedAt: 4000 }),
    () => store.sessions.advance({ ...step, usedAt: 5000, execution }),
    () => store.sessions.remove(row.id, { at: 6000, reason: 'asked' }),
  ]
  for (const change of steps.slice(0, 1 + (Math.floor(changes / 3) % steps.length))) {
    await change()
    writeSync(1, `${++changes}\n`)
  }
}

/** Loads only the needed database: loading both would take most of the time of the test. */
async function loadStore(): Promise<OpenStore> {
  if (place.startsWith('postgres:')) {
    const { openPostgres } = await import('../../src/store/database/postgres.ts')
    return () => openPostgres({ url: place })
  }
  const { openSqlite } = await import('../../src/store/database/sqlite.ts')
  return () => openSqlite({ file: place })
}
