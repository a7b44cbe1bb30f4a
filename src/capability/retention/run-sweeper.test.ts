import { expect, it } from 'vitest'
import { createSession } from '../../store/content/sample-state.ts'
import { createRun } from '../../store/in-store.ts'
import { runEnd, type SampleRun, stageStart } from '../../store/run/sample-run.ts'
import { NEVER, NOW, sweeperOf, sweepMany } from './sweep-runs.fixture.ts'
import { withRuns } from './with-runs.fixture.ts'

const DAY_MS = 86_400_000

it('runs older than the limit are deleted, and no others', () =>
  withRuns(async (tools) => {
    const { store, endedRun, left, deleted } = tools
    const old = await endedRun({ startedAt: NOW - 30 * DAY_MS - 1 })
    const { userId } = old
    const young = await endedRun({ userId, startedAt: NOW - 30 * DAY_MS + 1 })
    const going = await createRun(store, { userId, startedAt: NOW - 99 * DAY_MS })
    await sweeperOf(tools, { days: 30 }).sweep(NEVER)
    expect(await left(userId)).toEqual([going.runId, young.runId])
    expect(await deleted(userId)).toEqual([{ runId: old.runId, why: 'age' }])
    await sweeperOf(tools, { days: 30 }, { clock: () => NOW + 2 }).sweep(NEVER)
    expect(await left(userId)).toEqual([going.runId])
  }))

it('events of sessions are deleted at the same age, except those the session needs; 0 days deletes none', () =>
  withRuns(async (tools) => {
    const { store } = tools
    const { row } = await createSession(store, { createdAt: NOW - 40 * DAY_MS })
    const subject = `session:${row.id}` as const
    for (const days of [35, 34, 2, 1]) {
      await store.sessions.update(row.id, { settings: row.settings, usedAt: NOW - days * DAY_MS })
    }
    const seqs = async () => (await store.events.readPage(subject, { afterSeq: 0, limit: 9 })).map(({ seq }) => seq)
    await sweeperOf(tools, { days: 0 }).sweep(NEVER)
    expect(await seqs()).toEqual([1, 2, 3, 4, 5])
    await sweeperOf(tools, { days: 30 }).sweep(NEVER)
    expect(await seqs()).toEqual([1, 4, 5])
  }))

it('each user keeps the newest runs up to the limit, and a running one is not deleted', () =>
  withRuns(async (tools) => {
    const { store, endedRun, left, deleted } = tools
    const going = await createRun(store)
    const { userId } = going
    const runs: SampleRun[] = []
    for (let n = 0; n < 5; n++) runs.push(await endedRun({ userId }))
    const other = await endedRun()
    await sweeperOf(tools, { runs: 2 }).sweep(NEVER)
    expect(await left(userId)).toEqual([going.runId, runs[3]?.runId, runs[4]?.runId])
    expect(await left(other.userId)).toEqual([other.runId])
    expect((await deleted(userId)).map(({ why }) => why)).toEqual(['count', 'count', 'count'])
  }))

it('each user keeps the newest runs up to the limit of bytes, and always the newest run', () =>
  withRuns(async (tools) => {
    const { endedRun, left, blobs, deleted } = tools
    const { userId } = await endedRun({}, 'x'.repeat(10_000))
    const second = await endedRun({ userId }, 'y'.repeat(10_000))
    const third = await endedRun({ userId }, 'z'.repeat(10_000))
    await sweeperOf(tools, { bytes: 25_000 }).sweep(NEVER)
    expect(await left(userId)).toEqual([second.runId, third.runId])
    await sweeperOf(tools, { bytes: 1 }).sweep(NEVER)
    expect(await left(userId)).toEqual([third.runId])
    expect((await deleted(userId)).map(({ why }) => why)).toEqual(['bytes', 'bytes'])
    const files: string[] = []
    for await (const hash of blobs.list()) files.push(hash)
    expect(files.length).toBe(1)
  }))

it('the event of a deletion stays on the stream of its user for as long as a run is kept', () =>
  withRuns(async (tools) => {
    const run = await tools.endedRun({ startedAt: NOW })
    await tools.deletion.remove(run.runId, 'asked')
    const sweepAt = (clock: number) => sweeperOf(tools, { days: 30 }, { clock: () => clock }).sweep(NEVER)
    const deletedAt = Date.now()
    await sweepAt(deletedAt + 30 * DAY_MS - 60_000)
    expect(await tools.deleted(run.userId)).toEqual([{ runId: run.runId, why: 'asked' }])
    await sweepAt(deletedAt + 30 * DAY_MS + 60_000)
    expect(await tools.deleted(run.userId)).toEqual([])
  }))

it('a limit of 0 deletes nothing', () =>
  withRuns(async (tools) => {
    const { userId, runId } = await tools.endedRun({ startedAt: 1 })
    await sweeperOf(tools, {}).sweep(NEVER)
    expect(await tools.left(userId)).toEqual([runId])
  }))

it('the next sweep finishes a deletion that a kill interrupted', () =>
  withRuns(async (tools) => {
    const { store } = tools
    const run = await createRun(store)
    await store.events.append(Array.from({ length: 200 }, (_, index) => stageStart(run, index + 1)))
    await store.events.append([runEnd(run, 201)])
    expect(await store.retention.begin(run.runId, { at: 1, why: 'asked' })).toMatchObject({ isGone: false })
    await sweeperOf(tools, {}).sweep(NEVER)
    expect(await store.retention.unfinished(9)).toEqual([])
    expect(await store.events.read(run.runId, 0)).toMatchObject([{ type: 'run.deleted' }])
  }))

it('one engine sweeps at a time, and gives its turn back at the end', () =>
  withRuns(async (tools) => {
    const { userId } = await tools.endedRun({ startedAt: 1 })
    await tools.store.retention.takeTurn('another', { now: NOW, until: NOW + 1 })
    await sweeperOf(tools, { days: 1 }).sweep(NEVER)
    expect((await tools.left(userId)).length).toBe(1)
    await sweeperOf(tools, { days: 1 }, { clock: () => NOW + 1 }).sweep(NEVER)
    expect(await tools.left(userId)).toEqual([])
    expect(await tools.store.retention.takeTurn('another', { now: NOW, until: NOW + 1 })).toBe(true)
  }))

it('a sweep ends after its present step when the engine closes', () =>
  withRuns(async (tools) => {
    const { userId } = await tools.endedRun({ startedAt: 1 })
    for (let n = 2; n < 20; n++) await tools.endedRun({ userId, startedAt: n })
    const closing = new AbortController()
    const pause = async () => closing.abort()
    await sweeperOf(tools, { days: 1 }, { pause }).sweep(closing.signal)
    expect((await tools.left(userId)).length).toBe(14)
  }))

it('two thousand runs are swept in steps of less than 50 ms while runs go on', () => sweepMany(2000), 180_000)
