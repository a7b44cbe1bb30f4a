import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { expectShortTurn, watchMainThread } from '../../../test/support/main-thread-watch.ts'
import { createRun } from '../../store/in-store.ts'
import { outputSegment, runEnd, type SampleRun, sampleRun, stageStart } from '../../store/run/sample-run.ts'
import { createRunSweeper, type Retention, type SweeperParts } from './run-sweeper.ts'
import { type RunTools, withRuns } from './with-runs.fixture.ts'

export const NOW = 1_700_000_000_000
export const NEVER: AbortSignal = new AbortController().signal
const EVERYTHING: Retention = { days: 0, runs: 0, bytes: 0 }

export const sweeperOf = ({ store, deletion }: RunTools, keep: Partial<Retention>, parts: Partial<SweeperParts> = {}) =>
  createRunSweeper({
    ...{ rows: store.retention, deletion, engineId: 'engine', clock: () => NOW, pause: async () => {} },
    keep: { ...EVERYTHING, ...keep },
    ...parts,
  })

const BATCH = 500

/** Sweeps this many runs while another one goes on, and measures how long the main thread was held. */
export const sweepMany = (count: number) =>
  withRuns(async (tools) => {
    const { store, left } = tools
    const userId = 'ada'
    for (let batch = 0; batch < count / BATCH; batch++) {
      const runs = Array.from({ length: BATCH }, (_, n) => sampleRun({ userId, startedAt: 1000 + BATCH * batch + n }))
      await Promise.all(runs.map((run) => store.runs.create(run)))
      const story = (run: SampleRun) => [stageStart(run, 1), outputSegment(run, 2, 3), runEnd(run, 4)]
      await store.events.append(runs.flatMap(story))
      await wait(0)
    }
    const watch = watchMainThread()
    let isSwept = false
    const swept = sweeperOf(tools, { days: 1 }, { pause: () => wait(0) }).sweep(NEVER)
    void swept.finally(() => {
      isSwept = true
    })
    const going = await createRun(store, { userId })
    let seq = 0
    for (; !isSwept; await wait(5)) await store.events.append([stageStart(going, ++seq)])
    await swept
    watch.stop()
    expectShortTurn(watch.longestMs(), 50)
    expect(await left(userId)).toEqual([going.runId])
    expect((await store.events.read(going.runId, 0)).length).toBe(seq)
    expect((await store.runs.stats(userId)).runs.total).toBe(1)
  })
