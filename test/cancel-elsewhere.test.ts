import { expect, test } from 'vitest'
import { withEngine } from './support/engine.ts'
import { emptyDatabase } from './support/postgres.ts'
import { markedSleep, untilGone, untilStarted } from './support/processes.ts'
import { withHome } from './support/temporary-home.ts'

test.for(['SQLite', 'PostgreSQL'] as const)(
  'a run is cancelled through any engine on its database, and by its owner alone (%s)',
  async (database) => {
    const url = database === 'PostgreSQL' ? { ANNEAL_DATABASE_URL: await emptyDatabase() } : {}
    const env = { ANNEAL_LEASE_MS: '1500', ...url }
    await withHome((home) =>
      withEngine({ home, env }, (first) =>
        withEngine({ home, env }, async (second) => {
          const sleep = markedSleep(60)
          const run = await first.engine.run({ code: sleep, language: 'bash' }, { userId: 'ada' })
          await untilStarted(sleep)
          await expect(second.engine.runs.cancel(run.runId, 'ben')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
          const summary = await second.engine.runs.cancel(run.runId, 'ada')
          expect(summary).toMatchObject({ state: 'ended', outcome: 'cancelled' })
          expect(await run.result).toMatchObject({ outcome: 'cancelled' })
          await untilGone(sleep)
        }),
      ),
    )
  },
)

test('an engine that stops still hears cancellations of its finishing runs', async () => {
  const env = { ANNEAL_LEASE_MS: '3000', ANNEAL_SHUTDOWN_GRACE_MS: '60000' }
  await withHome((home) =>
    withEngine({ home, env: { ANNEAL_LEASE_MS: '3000' } }, async (second) => {
      const sleep = markedSleep(60)
      const stopped = await withEngine({ home, env }, async (first) => {
        const run = await first.engine.run({ code: sleep, language: 'bash' }, { userId: 'ada' })
        await untilStarted(sleep)
        // The wait is longer than the lease of the engine lasts without a beat.
        const later = new Promise((resolve) => setTimeout(resolve, 5000)).then(() =>
          second.engine.runs.cancel(run.runId, 'ada'),
        )
        return { run, later }
      })
      expect(await stopped.later).toMatchObject({ outcome: 'cancelled' })
      expect(await stopped.run.result).toMatchObject({ outcome: 'cancelled' })
    }),
  )
})

test('a cancellation reaches the engine that runs it, whatever becomes of the one that was asked', async () => {
  const env = { ANNEAL_LEASE_MS: '3000' }
  await withHome((home) =>
    withEngine({ home, env }, async (first) => {
      const sleep = markedSleep(60)
      const run = await first.engine.run({ code: sleep, language: 'bash' }, { userId: 'ada' })
      await untilStarted(sleep)
      const asked = withEngine({ home, env }, async (second) => {
        void second.engine.runs.cancel(run.runId, 'ada').catch(() => {})
        await new Promise((resolve) => setTimeout(resolve, 50))
      })
      await asked
      expect(await run.result).toMatchObject({ outcome: 'cancelled' })
    }),
  )
})
