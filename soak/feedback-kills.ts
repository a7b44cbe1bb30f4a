/**
 * Processes that send feedback and learn from it are killed at random moments, on SQLite and on PostgreSQL: no acknowledged feedback is
 * lost, and none has its effect twice.
 *
 * node soak/feedback-kills.ts [ROUNDS]
 */
import { join } from 'node:path'
import { openPostgres } from '../src/store/database/postgres.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { killFeedback } from '../test/support/kill-feedback.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { withHome } from '../test/support/temporary-home.ts'

const rounds = Number(process.argv[2] ?? 200)
await withHome(async (home) => {
  const file = join(home, 'anneal.db')
  console.log('sqlite', rounds, await killFeedback({ place: file, open: () => openSqlite({ file }), rounds }))
})
const postgres = await startPostgres()
const url = await postgres.createDatabase()
const ended = killFeedback({ place: url, open: () => openPostgres({ url }), rounds })
console.log('postgres', rounds, await ended.finally(() => void postgres.stop()))
