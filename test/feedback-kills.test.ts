import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { killFeedback } from './support/kill-feedback.ts'
import { withHome } from './support/temporary-home.ts'

it('the queue of feedback loses nothing that was acknowledged and does nothing twice, whenever its process is killed', async () => {
  await withHome(async (home) => {
    const file = join(home, 'anneal.db')
    const { acknowledged, learntBefore } = await killFeedback({
      place: file,
      open: () => openSqlite({ file }),
      rounds: 3,
    })
    expect(acknowledged).toBeGreaterThan(0)
    expect(learntBefore).toBeGreaterThan(0)
  })
})
