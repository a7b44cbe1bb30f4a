import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import type { CodePatternRow } from './code-pattern-rows.ts'
import type { KnownRepair } from './known-repair-rows.ts'

const patternOf = (known: Partial<CodePatternRow> = {}): CodePatternRow => ({
  ...{ id: randomUUID(), userId: randomUUID(), fingerprint: randomUUID(), language: 'python', code: 'it’s \0\ud800' },
  ...{ source: 'run', worked: 1, runs: [randomUUID()], createdAt: 10, changedAt: 10 },
  ...known,
})
const repairOf = (known: Partial<KnownRepair> = {}): KnownRepair => ({
  ...{ id: randomUUID(), userId: randomUUID(), language: 'python', agent: null, fingerprint: 'f' },
  ...{ failure: 'E: \0', runId: 'r' },
  ...{ before: ['a'], after: ['b'], why: 'w', won: 1, lost: 0, changedAt: 10 },
  ...known,
})

export const codeMemoryChecks: Check<OpenStore>[] = [
  {
    id: 'copies-of-a-program-join-one-pattern-of-their-user',
    run: (open) =>
      inStore(open, async (store) => {
        const first = patternOf()
        const { userId, fingerprint } = first
        const copy = patternOf({ userId, fingerprint, task: 't', changedAt: 20 })
        const [other] = await store.codePatterns.put([patternOf({ fingerprint })])
        const [, joined] = await store.codePatterns.put([first, copy])
        assert.deepEqual([other?.isNew, joined?.isNew], [true, false])
        const [kept, ...more] = await store.codePatterns.list({ userId, limit: 9 })
        const both = { worked: 2, runs: [...copy.runs, ...first.runs], task: 't', changedAt: 20 }
        assert.deepEqual([kept, more], [{ ...first, ...both }, []])
        assert.deepEqual(await store.codePatterns.stateOf(userId), { count: 1, changedAt: 20 })
      }),
  },
  {
    id: 'a-program-of-an-agent-takes-words-of-its-own-runs-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const first = patternOf({ agent: 'a' })
        const { id, userId, fingerprint } = first
        await store.codePatterns.put([first])
        const taskAfter = async (known: Partial<CodePatternRow>) => {
          await store.codePatterns.put([patternOf({ userId, fingerprint, ...known })])
          return (await store.codePatterns.get(userId, [id])).map(({ agent, task }) => [agent, task])
        }
        assert.deepEqual(await taskAfter({ task: 'of a person' }), [['a', undefined]])
        assert.deepEqual(await taskAfter({ task: 'of another', agent: 'b' }), [['a', undefined]])
        assert.deepEqual(await taskAfter({ task: 'its own', agent: 'a' }), [['a', 'its own']])
        assert.deepEqual(await store.codePatterns.idsOfAgent(userId, 'a'), [id])
        assert.deepEqual(await store.codePatterns.idsOfAgent('another', 'a'), [])
        await store.codePatterns.removeAgent('another', 'a')
        assert.deepEqual(await store.codePatterns.idsOfAgent(userId, 'a'), [id])
        await store.codePatterns.removeAgent(userId, 'a')
        assert.deepEqual(await store.codePatterns.idsOfAgent(userId, 'a'), [])
        assert.equal((await store.codePatterns.get(userId, [id])).length, 1)
      }),
  },
  {
    id: 'a-pattern-is-read-and-removed-by-its-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const pattern = patternOf()
        await store.codePatterns.put([pattern])
        assert.deepEqual(await store.codePatterns.get('another', [pattern.id]), [])
        assert.equal(await store.codePatterns.remove('another', pattern.id), false)
        assert.deepEqual(await store.codePatterns.get(pattern.userId, [pattern.id]), [pattern])
        assert.equal(await store.codePatterns.remove(pattern.userId, pattern.id), true)
        assert.deepEqual(await store.codePatterns.get(pattern.userId, [pattern.id]), [])
      }),
  },
  {
    id: 'patterns-that-one-run-alone-proves-go-with-it',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const [alone, proved] = [patternOf({ userId }), patternOf({ userId })]
        const [run = ''] = alone.runs
        await store.codePatterns.put([alone, proved, { ...proved, runs: [run] }])
        assert.deepEqual(await store.codePatterns.removeByRun('another', run), [])
        assert.deepEqual(await store.codePatterns.removeByRun(userId, run), [alone.id])
        const [left] = await store.codePatterns.list({ userId, limit: 9 })
        assert.deepEqual([left?.id, left?.worked, left?.runs], [proved.id, 1, proved.runs])
      }),
  },
  {
    id: 'patterns-go-by-age-by-number-and-with-their-user',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const [old, middle, young] = [-3, -2, -1].map((changedAt) => patternOf({ userId, changedAt }))
        await store.codePatterns.put([old, middle, young].filter((each) => each !== undefined))
        assert.equal(await store.codePatterns.removeBefore(-2, 9), 1)
        assert.deepEqual(await store.codePatterns.removeOldest(userId, 1), [middle?.id])
        assert.deepEqual(
          (await store.codePatterns.changedSince(userId, -1)).map(({ id }) => id),
          [young?.id],
        )
        assert.equal(await store.codePatterns.removeOf(userId, 9), 1)
        assert.deepEqual(await store.codePatterns.list({ userId, limit: 9 }), [])
      }),
  },
  {
    id: 'vectors-of-programs-go-with-them-and-are-made-again-for-another-model',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const [one, other] = [patternOf({ userId }), patternOf({ userId })]
        const [id, gone] = [one.id, other.id]
        await store.codePatterns.put([one, other])
        const vectorOf = (patternId: string, model: string, madeAt: number) => ({
          ...{ patternId, userId, model, madeAt, vector: Int8Array.of(-128, 0, 127) },
        })
        const of = (model: string) => ({ userId, model, after: { madeAt: 0, patternId: '' }, limit: 9 })
        const without = async (model: string) => {
          const { patterns } = await store.codeVectors.without(model, { limit: 1000 })
          return patterns.flatMap((each) => (each.userId === userId ? each.id : [])).sort()
        }
        assert.deepEqual(await without('m'), [id, gone].sort())
        await store.codePatterns.remove(userId, gone)
        await store.codeVectors.put([vectorOf(id, 'm', 1), vectorOf(gone, 'm', 1)])
        assert.deepEqual(await store.codeVectors.since(of('m')), [vectorOf(id, 'm', 1)])
        assert.deepEqual([await without('m'), await without('n')], [[], [id]])
        await store.codeVectors.put([vectorOf(id, 'n', 2)])
        assert.deepEqual(await store.codeVectors.since(of('n')), [vectorOf(id, 'n', 2)])
        const after = { madeAt: 2, patternId: id }
        assert.deepEqual(await store.codeVectors.since({ ...of('n'), after }), [])
        assert.deepEqual(await store.codeVectors.since(of('m')), [])
        await store.codePatterns.removeOf(userId, 9)
        assert.deepEqual(await store.codeVectors.since(of('n')), [])
      }),
  },
  {
    id: 'known-repairs-are-counted-and-found-by-their-failure',
    run: (open) =>
      inStore(open, async (store) => {
        const one = repairOf()
        const { userId, language, fingerprint } = one
        const better = repairOf({ userId, won: 5 })
        for (const repair of [one, better, repairOf(), { ...one, won: 0, lost: 1, changedAt: 20 }])
          await store.knownRepairs.add(repair)
        const own = repairOf({ userId, agent: 'a' })
        await store.knownRepairs.add(own)
        for (const at of [30, 40]) await store.knownRepairs.count({ id: better.id, userId, outcome: 'lost', at })
        await store.knownRepairs.count({ id: better.id, userId: 'another', outcome: 'lost', at: 50 })
        const known = { userId, language, fingerprint, limit: 9 }
        const counted = [
          { ...better, lost: 2, changedAt: 40 },
          { ...one, won: 1, lost: 1, changedAt: 20 },
        ]
        assert.deepEqual(await store.knownRepairs.find({ ...known, agent: null }), counted)
        assert.deepEqual((await store.knownRepairs.find({ ...known, agent: 'a' })).toSpliced(1, 1), counted)
        assert.equal(await store.knownRepairs.removeByRun(userId, own.runId), 3)
        for (const repair of [one, better]) await store.knownRepairs.add(repair)
        assert.equal(await store.knownRepairs.removeByRun(userId, 'another'), 0)
        assert.equal(await store.knownRepairs.removeOf(userId, 9), 2)
        assert.deepEqual(await store.knownRepairs.list(userId, 9), [])
      }),
  },
]
