import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import type { ProgramError } from '../../contract/diagnosis.ts'
import { titleOfProgram } from '../../contract/title-of.ts'
import { createRun, inStore, isEngineError, type OpenStore } from '../in-store.ts'
import type { Store } from '../store.ts'
import type { RunRow } from './run-rows.ts'
import { attemptEnd, attemptStart, blockFound, hostileText, runEnd, type SampleRun, sampleRun } from './sample-run.ts'

const ids = (runs: RunRow[]) => runs.map((run) => run.runId)

export const runChecks: Check<OpenStore>[] = [
  {
    id: 'a-run-is-known-from-its-creation',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        const rest = { state: 'running', outcome: null, durationMs: null, languages: [], attempts: 0, title: null }
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
        await store.events.append([blockFound(run, 4, 'python'), attemptStart(run, 5, 1), attemptStart(run, 6, 2)])
        await store.events.append([attemptStart(run, 7, 1)])
        assert.deepEqual((await store.runs.get(run.runId))?.languages, ['python', 'bash'])
        assert.equal((await store.runs.get(run.runId))?.state, 'running')
        await store.events.append([runEnd(run, 8, 'failed')])
        const rest = {
          state: 'ended',
          outcome: 'failed',
          durationMs: 4321.5,
          languages: ['python', 'bash'],
          attempts: 2,
          title: titleOfProgram(hostileText),
        }
        assert.deepEqual(await store.runs.get(run.runId), { ...run, ...rest })
      }),
  },
  { id: 'runs-are-listed-by-user-newest-first', run: (open) => inStore(open, listRuns) },
  { id: 'runs-are-found-by-their-title-and-id', run: (open) => inStore(open, findRuns) },
  { id: 'runs-of-dead-engines-are-abandoned', run: (open) => inStore(open, abandonRuns) },
  { id: 'an-abandoned-run-is-taken-once-and-earlier-turns-are-over', run: (open) => inStore(open, takeRuns) },
  {
    id: 'a-cancellation-is-told-to-the-engine-of-its-run',
    run: (open) =>
      inStore(open, async (store) => {
        const [asked, other, ended] = [await createRun(store), await createRun(store), await createRun(store)]
        await store.runs.askCancel(asked.runId, 1)
        await store.runs.askCancel(asked.runId, 2)
        await store.events.append([runEnd(ended, 1, 'ok')])
        await store.runs.askCancel(ended.runId, 3)
        assert.deepEqual(await store.runs.cancelAsked(asked.engineId), [asked.runId])
        assert.deepEqual(await store.runs.cancelAsked(other.engineId), [])
        assert.deepEqual(await store.runs.cancelAsked(ended.engineId), [], 'an ended run is to be cancelled')
        await store.events.append([runEnd(asked, 1, 'cancelled')])
        assert.deepEqual(await store.runs.cancelAsked(asked.engineId), [])
      }),
  },
  {
    id: 'engines-live-as-long-as-their-lease',
    run: (open) =>
      inStore(open, async (store) => {
        const [lasting, over, released] = [randomUUID(), randomUUID(), randomUUID()]
        for (const engineId of [lasting, released]) await store.leases.renew(engineId, 2000)
        await store.leases.renew(over, 1000)
        await store.leases.release(released)
        const living = await store.leases.living(1500)
        const told = [lasting, over, released].filter((engineId) => living.includes(engineId))
        assert.deepEqual(told, [lasting])
      }),
  },
  { id: 'statistics-count-every-run', run: (open) => inStore(open, countRuns) },
  { id: 'statistics-count-every-execution', run: (open) => inStore(open, countExecutions) },
  { id: 'statistics-tell-waiting-starting-and-running-apart', run: (open) => inStore(open, measureExecutions) },
  {
    id: 'statistics-of-nothing-are-empty',
    run: (open) =>
      inStore(open, async (store) => {
        const stats = await store.runs.stats(sampleRun().userId)
        const none = {
          total: 0,
          running: 0,
          ok: 0,
          failed: 0,
          blocked: 0,
          cancelled: 0,
          error: 0,
          'nothing-to-run': 0,
          successRate: null,
        }
        const unmeasured = { wait: null, start: null, duration: null }
        const executions = { total: 0, succeeded: 0, endedBy: {}, warm: 0, ...unmeasured }
        assert.deepEqual(stats, { runs: none, executions, byLanguage: [], errors: [] })
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

async function findRuns(store: Store) {
  const { userId } = sampleRun()
  const [first, second, third] = [1, 2, 3].map(() => sampleRun({ userId })) as [SampleRun, SampleRun, SampleRun]
  const foreign = sampleRun()
  for (const run of [first, second, third, foreign]) await store.runs.create(run)
  const codes = ['import os\nprint("Ä%_")', '# Mean of five\n1', 'ls | wc -l', 'print("ä%_")']
  for (const [index, run] of [first, second, third, foreign].entries())
    await store.events.append([blockFound(run, 1, 'python', codes[index]), attemptStart(run, 2, 1)])
  const find = async (search: string, limit = 9, before?: string) =>
    ids(await store.runs.list({ userId, limit, search, ...(before !== undefined && { before }) }))
  assert.equal((await store.runs.get(second.runId))?.title, 'Mean of five')
  assert.deepEqual(await find('ä%_'), [first.runId])
  assert.deepEqual(await find('MEAN'), [second.runId])
  assert.deepEqual(await find(third.runId.slice(3)), [third.runId])
  assert.deepEqual(await find('run1', 2), [third.runId, second.runId])
  assert.deepEqual(
    await find('run1', 2, second.runId),
    [first.runId],
    'the next page does not begin where the first ended',
  )
  assert.deepEqual(await find('nothing like it'), [])
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

async function takeRuns(store: Store) {
  const run = sampleRun()
  await store.runs.create({ ...run, fingerprint: 'f1' })
  const plain = await createRun(store)
  await store.events.append([blockFound(run, 1, 'python')], 0)
  const found = (await store.runs.abandoned(Date.now())).filter(({ runId }) => [run.runId, plain.runId].includes(runId))
  const told = found.map(({ turn, fingerprint, isToBeCancelled }) => ({ turn, fingerprint, isToBeCancelled }))
  const known = { turn: 0, isToBeCancelled: false }
  assert.deepEqual(told, [
    { ...known, fingerprint: 'f1' },
    { ...known, fingerprint: null },
  ])
  const takes = ['eng1', 'eng2', 'eng3'].map((engineId) => store.runs.take({ runId: run.runId, turn: 0, engineId }))
  assert.deepEqual((await Promise.all(takes)).toSorted(), [false, false, true], 'not exactly one engine took it')
  const late = store.events.append([runEnd(run, 2, 'error')], 0)
  await assert.rejects(late, isEngineError('RUN_TAKEN'), 'the engine that lost it wrote its end')
  assert.deepEqual((await store.runs.get(run.runId))?.languages, [], 'languages of the void turn are kept')
  await store.events.append([runEnd(run, 3, 'ok')], 1)
  assert.equal((await store.runs.get(run.runId))?.outcome, 'ok')
  assert.equal(await store.runs.take({ runId: run.runId, turn: 1, engineId: 'eng4' }), false, 'an ended run was taken')
}

async function countRuns(store: Store) {
  const { userId } = sampleRun()
  const before = (await store.runs.stats(null)).runs
  for (const outcome of ['ok', 'ok', 'ok', 'failed', 'blocked', 'cancelled', 'error'] as const) {
    await store.events.append([runEnd(await createRun(store, { userId }), 1, outcome)])
  }
  await createRun(store, { userId })
  await createRun(store)
  const own = {
    total: 8,
    running: 1,
    ok: 3,
    failed: 1,
    blocked: 1,
    cancelled: 1,
    error: 1,
    'nothing-to-run': 0,
    successRate: 3 / 7,
  }
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
  const { runs, executions, byLanguage, errors } = await store.runs.stats(run.userId)
  assert.equal(runs.total, 1)
  const { total, succeeded, endedBy, duration } = executions
  assert.deepEqual({ total, succeeded, endedBy }, { total: 24, succeeded: 20, endedBy: { exit: 23, timeout: 1 } })
  assert.deepEqual(duration, { averageMs: 612 / 24, p50Ms: 12, p95Ms: 100.5 })
  const counts = byLanguage.map((row) => [row.language, row.executions, row.succeeded, row.endedBy, row.duration])
  assert.deepEqual(counts, [
    ['python', 20, 20, { exit: 20 }, { averageMs: 10.5, p50Ms: 10, p95Ms: 19 }],
    ['bash', 4, 0, { exit: 3, timeout: 1 }, { averageMs: 100.5, p50Ms: 100.5, p95Ms: 100.5 }],
  ])
  assert.deepEqual(errors, [
    { language: 'bash', type: 'NameError', count: 2 },
    { language: 'bash', type: 'AB', count: 1 },
  ])
}

async function measureExecutions(store: Store) {
  const run = await createRun(store)
  const times = (waitMs: number, startMs: number, durationMs: number) => ({ waitMs, startMs, durationMs })
  await store.events.append([
    attemptEnd(run, 1, { ...times(1, 0.5, 30), start: 'warm' }),
    attemptEnd(run, 2, { ...times(3, 20.5, 40), start: 'cold' }),
    attemptEnd(run, 3, { ...times(2, 0.25, 5), start: 'warm', language: 'bash' }),
    // The run was cancelled while it waited: it had neither a sandbox nor a duration.
    attemptEnd(run, 4, { language: 'bash', waitMs: 6, durationMs: 0, endedBy: 'cancelled', exitCode: null }),
  ])
  const { executions, byLanguage } = await store.runs.stats(run.userId)
  const told = [executions, ...byLanguage].map(({ warm, wait, start, duration }) => ({ warm, wait, start, duration }))
  const same = (each: number) => ({ averageMs: each, p50Ms: each, p95Ms: each })
  assert.deepEqual(told, [
    {
      warm: 2,
      wait: { averageMs: 3, p50Ms: 2, p95Ms: 6 },
      start: { averageMs: 7.083, p50Ms: 0.5, p95Ms: 20.5 },
      duration: { averageMs: 25, p50Ms: 30, p95Ms: 40 },
    },
    { warm: 1, wait: { averageMs: 4, p50Ms: 2, p95Ms: 6 }, start: same(0.25), duration: same(5) },
    {
      warm: 1,
      wait: { averageMs: 2, p50Ms: 1, p95Ms: 3 },
      start: { averageMs: 10.5, p50Ms: 0.5, p95Ms: 20.5 },
      duration: { averageMs: 35, p50Ms: 30, p95Ms: 40 },
    },
  ])
}
