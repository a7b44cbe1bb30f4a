import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import type { RunFact } from '../../contract/feedback.ts'
import { ID_RANDOM_BYTES, makeId } from '../../contract/id.ts'
import type { LessonDelta } from '../../contract/playbook.ts'
import { createRun, inStore, type OpenStore } from '../in-store.ts'
import { runEnd, sampleStory } from '../run/sample-run.ts'
import type { Store } from '../store.ts'
import type { KeptLesson } from './kept-lesson.ts'

const idOf = (prefix: 'les' | 'run') => makeId(prefix, 1, randomBytes(ID_RANDOM_BYTES))

const sampleLesson = (id = idOf('les'), over: Partial<KeptLesson> = {}): KeptLesson => ({
  id,
  draft: {
    ...{ title: 'it’s \0\ud800', when: 'w', what: 'x', advice: 'prefer', agent: null, source: 'runs' },
    about: { language: 'python', fingerprint: 'f', pattern: 'p', strategy: 's' },
  },
  ...{ state: 'active', reason: null, helpful: [], harmful: [], contradicts: [], supersededBy: null, mergedInto: null },
  ...{ sharedWith: [], isProved: true, provedBy: [], createdAt: 1, changedAt: 5, ...over },
})

const added = (seq: number, lesson: KeptLesson): LessonDelta => ({
  ...{ seq, at: seq, by: 'curator', change: { op: 'add', id: lesson.id, lesson: lesson.draft } },
})

const learn = (store: Store, userId: string, lessons: KeptLesson[], from = 0) =>
  store.lessons.learn({
    ...{ userId, fromSeq: from, lessons, told: [] },
    deltas: lessons.map((lesson, index) => added(from + index + 1, lesson)),
  })

const factOf = (runId: string): RunFact => ({
  ...{ runId, block: 0, agent: null, at: 7, language: 'python', kind: 'other', outcome: 'ok', attempts: 1 },
  ...{ durationMs: 1, program: 'h', failures: [], lessons: [], verdict: null },
})

export const learningChecks: Check<OpenStore>[] = [
  {
    id: 'the-end-of-a-run-owes-its-feedback-once',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append(sampleStory(run))
        await store.events.append(sampleStory(run)).catch(() => {})
        assert.deepEqual(await store.feedback.counts(run.userId), { waiting: 1, failed: 0, dropped: 0 })
        const owed = (await store.feedback.due(1, 10_000)).find(({ id }) => id === run.runId)
        assert.ok(owed)
        assert.equal(await store.feedback.claim(owed, 1e15), true)
        assert.equal(await store.feedback.claim(owed, 1e15), false, 'it was taken twice')
        await store.feedback.note(run.runId, { state: 'failed', attempts: 3, nextAt: 0, problem: 'p' })
        assert.deepEqual(await store.feedback.counts(run.userId), { waiting: 0, failed: 1, dropped: 0 })
      }),
  },
  {
    id: 'feedback-leaves-the-queue-with-what-was-learnt-from-it-once',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append(sampleStory(run))
        const learnt = { userId: run.userId, fromSeq: 0, deltas: [], lessons: [], told: [] }
        const feedback = { id: run.runId, facts: [factOf(run.runId)], isLast: true }
        assert.equal(await store.lessons.learn({ ...learnt, feedback }), 'stored')
        assert.equal(await store.lessons.learn({ ...learnt, feedback }), 'done')
        assert.deepEqual(await store.facts.ofRun(run.userId, run.runId), [factOf(run.runId)])
        assert.equal((await store.feedback.counts(run.userId)).waiting, 0)
      }),
  },
  {
    id: 'the-queue-is-bounded-and-says-what-it-gave-up',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const items = Array.from({ length: 5 }, (_, at) => ({ id: randomUUID(), userId, runId: 'r', at, body: { at } }))
        await store.feedback.send(items)
        await store.feedback.bound(2)
        assert.deepEqual(await store.feedback.counts(userId), { waiting: 2, failed: 0, dropped: 3 })
        const left = (await store.feedback.due(1, 10_000)).filter((owed) => owed.userId === userId)
        assert.deepEqual(
          left.map(({ sent }) => sent),
          [{ at: 3 }, { at: 4 }],
        )
      }),
  },
  {
    id: 'lessons-come-back-equal-to-their-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const [userId, lesson] = [randomUUID(), sampleLesson()]
        assert.equal(await learn(store, userId, [lesson]), 'stored')
        assert.equal(await learn(store, userId, [sampleLesson()]), 'stale')
        assert.deepEqual(await store.lessons.list(userId), [lesson])
        assert.deepEqual(await store.lessons.log(userId), [added(1, lesson)])
        assert.deepEqual(await store.lessons.list(randomUUID()), [])
      }),
  },
  {
    id: 'a-forgotten-lesson-leaves-nothing-and-its-number-is-not-used-again',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const [kept, gone] = [sampleLesson(), sampleLesson()]
        await learn(store, userId, [kept, gone])
        const fold = () => [kept]
        await store.lessons.forget({ userId, lessonIds: [gone.id], runIds: [], seqs: [], at: 9, fold, told: [] })
        assert.deepEqual(await store.lessons.list(userId), [kept])
        assert.ok(!JSON.stringify(await store.lessons.log(userId)).includes(gone.id))
        assert.equal(await store.lessons.lastSeq(userId), 3)
      }),
  },
  {
    id: 'a-lesson-reaches-another-user-by-grant-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const [ada, bob] = [randomUUID(), randomUUID()]
        const shared = sampleLesson(undefined, { sharedWith: [{ user: bob, agent: 'b' }] })
        await learn(store, ada, [shared, sampleLesson()])
        assert.deepEqual(await store.lessons.granted(bob), [{ lesson: shared, userId: ada, agent: 'b' }])
        assert.deepEqual(await store.lessons.granted(ada), [])
      }),
  },
  {
    id: 'facts-and-lessons-of-a-user-are-removed',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append([runEnd(run, 1, 'ok')])
        const feedback = { id: run.runId, facts: [factOf(run.runId)], isLast: false }
        const lesson = sampleLesson()
        const learnt = { userId: run.userId, fromSeq: 0, deltas: [added(1, lesson)], lessons: [lesson], told: [] }
        await store.lessons.learn({ ...learnt, feedback })
        await store.feedback.removeOf(run.userId, 9)
        await store.facts.removeOf(run.userId, 9)
        await store.lessons.removeOf(run.userId, 9)
        assert.deepEqual(await store.facts.ofRun(run.userId, run.runId), [])
        assert.deepEqual([await store.lessons.list(run.userId), await store.lessons.lastSeq(run.userId)], [[], 0])
        assert.equal((await store.feedback.counts(run.userId)).waiting, 0)
      }),
  },
]
