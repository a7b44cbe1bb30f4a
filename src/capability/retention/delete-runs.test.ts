import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../../test/support/postgres.ts'
import { openPostgres } from '../../store/database/postgres.ts'
import { createJournal } from '../../store/event/journal.ts'
import { createRun, type OpenStore } from '../../store/in-store.ts'
import { runEnd, sampleRun, stageStart } from '../../store/run/sample-run.ts'
import { withRuns } from './with-runs.fixture.ts'

const openers: Record<string, () => Promise<OpenStore | undefined>> = {
  SQLite: async () => undefined,
  async PostgreSQL() {
    const url = await emptyDatabase()
    return () => openPostgres({ url })
  },
}

describe.each(Object.entries(openers))('a run that is deleted from %s', (_, opener) => {
  it('takes its output with it, unless another run needs the same', async () =>
    withRuns(
      async ({ store, blobs, deletion, deleted, writeOutput }) => {
        const runs = [await createRun(store), await createRun(store)] as const
        const [own, shared] = [await writeOutput(runs[0], 'own'), await writeOutput(runs[1], 'shared')]
        await store.outputs.begin({ runId: runs[0].runId, hash: shared, bytes: 6 })
        for (const run of runs) await store.events.append([runEnd(run, 4)])
        await deletion.remove(runs[0].runId, 'asked')
        await deletion.release()
        expect([await blobs.has(own), await blobs.has(shared)]).toEqual([false, true])
        await deletion.remove(runs[1].runId, 'age')
        await deletion.release()
        expect(await blobs.has(shared)).toBe(false)
        expect(await deleted(runs[0].userId)).toEqual([{ runId: runs[0].runId, why: 'asked' }])
        expect(await deleted(runs[1].userId)).toEqual([{ runId: runs[1].runId, why: 'age' }])
      },
      await opener(),
    ))

  it('attack: never takes the output of a run that begins to write the same content meanwhile', async () =>
    withRuns(
      async ({ store, blobs, deletion, endedRun, writeOutput }) => {
        const old = await endedRun({}, 'the same')
        const young = await createRun(store)
        await deletion.remove(old.runId, 'asked')
        let writing: Promise<string> | undefined
        await store.outputs.release(9, async (hash) => {
          writing = writeOutput(young, 'the same')
          await wait(300)
          await blobs.remove(hash)
        })
        expect(await blobs.has((await writing) ?? '')).toBe(true)
        await deletion.release()
        expect(await blobs.has((await writing) ?? '')).toBe(true)
      },
      await opener(),
    ))
})

it('a running run is not deleted, and the error says to cancel it first', () =>
  withRuns(async ({ store, deletion, deleted }) => {
    const run = await createRun(store)
    await expect(deletion.remove(run.runId, 'asked')).rejects.toMatchObject({
      code: 'RUN_STILL_RUNNING',
      hint: expect.stringContaining(`anneal runs cancel ${run.runId}`),
    })
    expect(await deleted(run.userId)).toEqual([])
  }))

it('an unknown run is not deleted', () =>
  withRuns(async ({ deletion, deleted }) => {
    const { runId, userId } = sampleRun()
    expect(await deletion.remove(runId, 'asked')).toBe(undefined)
    expect(await deleted(userId)).toEqual([])
  }))

it('a reader of a run that is deleted before its end is released', () =>
  withRuns(async ({ store, blobs, deletion }) => {
    const mask = (json: string) => json
    const journal = createJournal({
      ...{ rows: store.events, outputs: store.outputs, runs: store.runs, blobs, clock: Date.now, mask },
    })
    const run = await createRun(store)
    await store.events.append([stageStart(run, 1)])
    const reader = journal.read(run.runId, { afterSeq: 0, signal: new AbortController().signal })
    expect((await reader.next()).value).toMatchObject({ seq: 1 })
    await store.events.append([runEnd(run, 2)])
    await deletion.remove(run.runId, 'asked')
    expect(await reader.next()).toEqual({ done: true, value: undefined })
  }))
