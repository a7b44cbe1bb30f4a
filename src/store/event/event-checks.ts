import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Check } from '../../contract/check.ts'
import { createRun, inStore, isEngineError, type OpenStore } from '../in-store.ts'
import { attemptEnd, outputSegment, runEnd, sampleRun, sampleStory, stageStart } from '../run/sample-run.ts'
import type { Store } from '../store.ts'
import type { JournalEntry } from './journal-entry.ts'

const seqs = (entries: JournalEntry[]) => entries.map((entry) => entry.seq)

export const eventChecks: Check<OpenStore>[] = [
  {
    id: 'events-come-back-equal',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append(sampleStory(run))
        assert.deepEqual(await store.events.read(run.runId, 0), sampleStory(run))
      }),
  },
  {
    id: 'events-survive-reopening',
    async run(open) {
      const run = sampleRun()
      await inStore(open, async (store) => {
        await store.runs.create(run)
        await store.events.append(sampleStory(run))
      })
      await inStore(open, async (store) => {
        assert.deepEqual(await store.events.read(run.runId, 0), sampleStory(run))
      })
    },
  },
  {
    id: 'events-are-read-from-a-number-on',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append([stageStart(run, 1), outputSegment(run, 2, 5), stageStart(run, 6)])
        assert.deepEqual(seqs(await store.events.read(run.runId, 1)), [2, 6])
        assert.deepEqual(seqs(await store.events.read(run.runId, 4)), [2, 6], 'part of the segment is still unread')
        assert.deepEqual(seqs(await store.events.read(run.runId, 5)), [6])
        assert.deepEqual(await store.events.read(run.runId, 6), [])
      }),
  },
  {
    id: 'events-are-read-in-pages',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append([
          stageStart(run, 1),
          outputSegment(run, 2, 5),
          stageStart(run, 6),
          stageStart(run, 7),
        ])
        const page = async (afterSeq: number) =>
          seqs(await store.events.readPage(`run:${run.runId}`, { afterSeq, limit: 2 }))
        assert.deepEqual([await page(0), await page(4), await page(5), await page(7)], [[1, 2], [2, 6], [6, 7], []])
      }),
  },
  {
    id: 'append-is-all-or-nothing',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append([stageStart(run, 1)])
        await assert.rejects(store.events.append([stageStart(run, 2), attemptEnd(run, 3), stageStart(run, 1)]))
        assert.deepEqual(seqs(await store.events.read(run.runId, 0)), [1])
        assert.equal((await store.runs.stats(run.userId)).executions.total, 0, 'the refused batch was counted')
        await store.events.append([stageStart(run, 2)])
        assert.deepEqual(seqs(await store.events.read(run.runId, 0)), [1, 2])
      }),
  },
  {
    id: 'a-repeated-batch-is-stored-once',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        const batches = [[stageStart(run, 1), attemptEnd(run, 2)], [runEnd(run, 3)]]
        for (const batch of batches) {
          await store.events.append(batch)
          await assert.doesNotReject(store.events.append(batch), 'the same batch was refused')
        }
        assert.deepEqual(await store.events.read(run.runId, 0), batches.flat())
        assert.equal((await store.runs.stats(run.userId)).executions.total, 1)
      }),
  },
  { id: 'large-batches-keep-their-order', run: (open) => inStore(open, largeBatches) },
  { id: 'concurrent-runs-do-not-mix', run: (open) => inStore(open, concurrentRuns) },
  {
    id: 'an-unknown-run-gets-no-events',
    run: (open) =>
      inStore(open, async (store) => {
        const run = sampleRun()
        await assert.rejects(store.events.append([stageStart(run, 1)]), isEngineError('RUN_NOT_FOUND'))
        assert.deepEqual(await store.events.read(run.runId, 0), [])
      }),
  },
  {
    id: 'nothing-follows-run-end',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        const other = await createRun(store)
        await store.events.append([runEnd(run, 1)])
        for (const late of [runEnd(run, 2, 'error'), stageStart(run, 2)]) {
          await assert.rejects(
            store.events.append([stageStart(other, 1), late]),
            isEngineError('RUN_ALREADY_ENDED'),
            `${late.type} was taken after the end`,
          )
        }
        assert.deepEqual(await store.events.read(other.runId, 0), [], 'a part of the refused batch was stored')
        assert.equal((await store.runs.get(run.runId))?.outcome, 'ok')
      }),
  },
  {
    id: 'one-of-two-engines-ends-a-run',
    run: (open) => inStore(open, (one) => inStore(open, (two) => raceToEnd(one, two))),
  },
  { id: 'ends-are-listed-newest-first', run: (open) => inStore(open, listEnds) },
]

async function largeBatches(store: Store) {
  const run = await createRun(store)
  const many = Array.from({ length: 2500 }, (_, index) => attemptEnd(run, index + 1))
  const long = { ...outputSegment(run, 2501, 2502), deltas: 'é'.repeat(1_000_000) }
  await store.events.append([...many, long])
  // Not `deepEqual`: describing the difference of two such lists takes a minute.
  assert.ok(isDeepStrictEqual(await store.events.read(run.runId, 0), [...many, long]), 'the batch came back changed')
  assert.equal((await store.runs.stats(run.userId)).executions.total, many.length)
}

async function concurrentRuns(store: Store) {
  const runs = await Promise.all(Array.from({ length: 30 }, () => createRun(store)))
  await Promise.all(
    runs.map(async (run) => {
      for (const entry of sampleStory(run)) await store.events.append([entry])
    }),
  )
  for (const run of runs) assert.deepEqual(await store.events.read(run.runId, 0), sampleStory(run))
}

async function raceToEnd(one: Store, two: Store) {
  for (let round = 0; round < 10; round++) {
    const run = await createRun(one)
    const results = await Promise.allSettled([
      one.events.append([runEnd(run, 1, 'ok')]),
      two.events.append([runEnd(run, 2, 'error')]),
    ])
    const refused = results.filter((result) => result.status === 'rejected')
    assert.equal(refused.length, 1, 'both engines ended the run')
    assert.ok(isEngineError('RUN_ALREADY_ENDED')(refused[0]?.reason), String(refused[0]?.reason))
    assert.equal((await one.events.read(run.runId, 0)).length, 1)
  }
}

async function listEnds(store: Store) {
  const run = await createRun(store)
  const other = await createRun(store, { startedAt: run.startedAt })
  await store.events.append([...sampleStory(run), ...sampleStory(other)])
  const list = async (filter: { fromMs?: number; toMs?: number; limit?: number }) => {
    const found = await store.events.readEnds({ userId: run.userId, limit: 100, ...filter })
    for (const { userId, event } of found) {
      assert.equal(userId, run.userId)
      assert.equal(event.runId, run.runId, 'an event of another user')
    }
    return found.map(({ event }) => event.seq)
  }
  const at = (seq: number) => run.startedAt + seq
  assert.deepEqual(await list({}), [14, 13, 12])
  assert.deepEqual(await list({ limit: 2 }), [14, 13])
  assert.deepEqual(await list({ fromMs: at(13) }), [14, 13], 'the first moment is included')
  assert.deepEqual(await list({ toMs: at(13) }), [12], 'the last moment is not included')
  const all = await store.events.readEnds({ userId: null, fromMs: at(12), toMs: at(15), limit: 1000 })
  const owners = all.map(({ userId }) => userId)
  assert.ok(owners.includes(run.userId) && owners.includes(other.userId), 'null does not list the events of all users')
}
