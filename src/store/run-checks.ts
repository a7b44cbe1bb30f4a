import assert from 'node:assert/strict'
import type { Check } from '../contract/check.ts'
import type { ProgramError } from '../contract/run.ts'
import { createRun, inStore, type OpenStore } from './in-store.ts'
import { attemptEnd, blockFound, runEnd, sampleRun } from './sample-run.ts'
import type { RunRow, Store } from './store.ts'

const ids = (runs: RunRow[]) => runs.map((run) => run.runId)

export const runChecks: Check<OpenStore>[] = [
  {
    id: 'a-run-is-known-from-its-creation',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        const rest = { state: 'running', outcome: null, durationMs: null, languages: [] }
        assert.deepEqual(await store.runs.get(run.runId), { ...run, ...rest })
        assert.equal(await store.runs.get(sampleRun().runId), undefined)
        await assert.rejects(store.runs.create(run), 'the same run was created twice')
      }),
  },
  {
    id: 'events-keep-the-row-of-their-run',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append([blockFound(run, 1, 'python'), blockFound(run, 2, null), blockFound(run, 3, 'bash')])
        await store.events.append([blockFound(run, 4, 'python')])
        assert.deepEqual((await store.runs.get(run.runId))?.languages, ['python', 'bash'])
        assert.equal((await store.runs.get(run.runId))?.state, 'running')
        await store.events.append([runEnd(run, 5, 'failed')])
        const rest = { state: 'ended', outcome: 'failed', durationMs: 4321.5, languages: ['python', 'bash'] }
        assert.deepEqual(await store.runs.get(run.runId), { ...run, ...rest })
      }),
  },
  { id: 'runs-are-listed-by-user-newest-first', run: (open) => inStore(open, listRuns) },
  { id: 'runs-of-dead-engines-are-abandoned', run: (open) => inStore(open, abandonRuns) },
  { id: 'statistics-count-every-run', run: (open) => inStore(open, countRuns) },
  { id: 'statistics-count-every-execution', run: (open) => inStore(open, countExecutions) },
  {
    id: 'statistics-of-nothing-are-empty',
    run: (open) =>
      inStore(open, async (store) => {
        const stats = await store.runs.stats(sampleRun().userId)
        const none = { total: 0, running: 0, ok: 0, failed: 0, blocked: 0, cancelled: 0, error: 0, successRate: null }
        assert.deepEqual(stats, { runs: none, executions: { total: 0, duration: null }, byLanguage: [], errors: [] })
      }),
  },
]

async function listRuns(store: Store) {
  const { userId } = sampleRun()
  const made: string[] = []
  for (let count = 0; count < 5; count++) made.unshift((await createRun(store, { userId })).runId)
  await createRun(store)
  assert.deepEqual(ids(await store.runs.list({ userId, limit: 10 })), made)
  const first = await store.runs.list({ userId, limit: 2 })
  assert.deepEqual(ids(first), made.slice(0, 2))
  const rest = await store.runs.list({ userId, limit: 10, before: first[1]?.runId ?? '' })
  assert.deepEqual(ids(rest), made.slice(2), 'the next page does not begin where the first ended')
}

async function abandonRuns(store: Store) {
  const now = 1_000
  const [alive, expired, released, ended] = await Promise.all([1, 2, 3, 4].map(() => createRun(store)))
  assert.ok(alive && expired && released && ended)
  await store.leases.renew(alive.engineId, now)
  await store.leases.renew(alive.engineId, now + 1)
  await store.leases.renew(expired.engineId, now)
  await store.leases.renew(released.engineId, now + 1)
  await store.leases.release(released.engineId)
  await store.events.append([runEnd(ended, 1)])
  const mine = [alive, expired, released, ended].map((run) => run.runId)
  const abandoned = ids(await store.runs.abandoned(now)).filter((runId) => mine.includes(runId))
  assert.deepEqual(abandoned.sort(), [expired.runId, released.runId].sort())
  await store.leases.release(alive.engineId)
}

async function countRuns(store: Store) {
  const { userId } = sampleRun()
  const before = (await store.runs.stats(null)).runs
  for (const outcome of ['ok', 'ok', 'ok', 'failed', 'blocked', 'cancelled', 'error'] as const) {
    await store.events.append([runEnd(await createRun(store, { userId }), 1, outcome)])
  }
  await createRun(store, { userId })
  await createRun(store)
  const own = { total: 8, running: 1, ok: 3, failed: 1, blocked: 1, cancelled: 1, error: 1, successRate: 3 / 7 }
  assert.deepEqual((await store.runs.stats(userId)).runs, own)
  const after = (await store.runs.stats(null)).runs
  assert.equal(after.total - before.total, 9, 'null does not count the runs of all users')
  assert.equal(after.running - before.running, 2)
}

async function countExecutions(store: Store) {
  const run = await createRun(store)
  const other = await createRun(store)
  const failing = (type: string): { exitCode: number; error: ProgramError } => ({
    exitCode: 1,
    error: { type, message: '' },
  })
  await store.events.append([
    ...Array.from({ length: 20 }, (_, index) => attemptEnd(run, index + 1, { durationMs: 20 - index })),
    attemptEnd(run, 21, { language: 'bash', durationMs: 100.5, endedBy: 'timeout', exitCode: null }),
    attemptEnd(run, 22, { language: 'bash', durationMs: 100.5, ...failing('NameError') }),
    attemptEnd(run, 23, { language: 'bash', durationMs: 100.5, ...failing('NameError') }),
    attemptEnd(run, 24, { language: 'bash', durationMs: 100.5, ...failing('A\0B') }),
    attemptEnd(other, 1, failing('TypeError')),
  ])
  assert.deepEqual(await store.runs.stats(run.userId), {
    runs: { total: 1, running: 1, ok: 0, failed: 0, blocked: 0, cancelled: 0, error: 0, successRate: null },
    executions: { total: 24, duration: { averageMs: 612 / 24, p50Ms: 12, p95Ms: 100.5 } },
    byLanguage: [
      { language: 'python', executions: 20, succeeded: 20, duration: { averageMs: 10.5, p50Ms: 10, p95Ms: 19 } },
      { language: 'bash', executions: 4, succeeded: 0, duration: { averageMs: 100.5, p50Ms: 100.5, p95Ms: 100.5 } },
    ],
    errors: [
      { type: 'NameError', count: 2 },
      { type: 'AB', count: 1 },
    ],
  })
}
