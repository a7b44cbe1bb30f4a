import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import type { Subject } from '../../contract/event/envelope.ts'
import type { StreamEvent } from '../../contract/event.ts'
import { makeId } from '../../contract/id.ts'
import { reduceSession } from '../../contract/reduce-session.ts'
import { beginState, checkpointOf, createSession } from '../content/sample-state.ts'
import { createRun, inStore, isEngineError, type OpenStore } from '../in-store.ts'
import { runEnd, sampleStory, stageStart } from '../run/sample-run.ts'
import type { Store } from '../store.ts'
import type { AgePlace } from './old-events.ts'

const MANY_EVENTS = 300
const MOST_RELEASED = 100
/** Beyond every turn that another check may have left. */
const LATER = 10 ** 15
const ASKED = { at: 1, why: 'asked' as const }
const TOLD = 'run.deleted'

export const retentionChecks: Check<OpenStore>[] = [
  {
    id: 'a-deleted-run-is-gone-with-its-events',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        const other = await createRun(store, { userId: run.userId })
        await store.events.append([...sampleStory(run), ...sampleStory(other)])
        await deleteRun(store, run.runId)
        assert.equal(await store.runs.get(run.runId), undefined)
        assert.deepEqual(await toldOf(store, run.runId), [TOLD])
        assert.equal((await store.runs.stats(run.userId)).executions.total, 1, 'its executions are counted')
        assert.deepEqual(await store.events.read(other.runId, 0), sampleStory(other), 'another run was changed')
        assert.equal(await store.retention.begin(run.runId, ASKED), undefined, 'it was deleted twice')
      }),
  },
  {
    id: 'a-run-that-goes-on-is-not-deleted',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append([stageStart(run, 1)])
        await assert.rejects(store.retention.begin(run.runId, ASKED), isEngineError('RUN_STILL_RUNNING'))
        assert.equal((await store.runs.get(run.runId))?.state, 'running')
        assert.equal((await store.events.read(run.runId, 0)).length, 1)
      }),
  },
  { id: 'a-long-run-is-out-of-sight-before-it-is-gone', run: (open) => inStore(open, deleteLongRun) },
  {
    id: 'output-stays-as-long-as-one-run-needs-it',
    run: (open) =>
      inStore(open, async (store) => {
        const hash = randomBytes(32).toString('hex')
        const runs = [await createRun(store), await createRun(store)]
        for (const { runId } of runs) await store.outputs.begin({ runId, hash, bytes: 1 })
        for (const run of runs) await store.events.append([runEnd(run, 1)])
        for (const run of runs) {
          assert.equal((await released(store)).has(hash), false, 'it was released while a run needs it')
          await deleteRun(store, run.runId)
        }
        assert.equal((await released(store)).has(hash), true, 'it was not released')
        assert.equal((await released(store)).has(hash), false, 'it was released twice')
      }),
  },
  {
    id: 'output-that-somebody-holds-is-not-released',
    run: (open) =>
      inStore(open, async (store) => {
        const hash = randomBytes(32).toString('hex')
        await deleteRun(store, await endedWith(store, hash))
        const hold = randomUUID()
        await store.backup.hold(hold, 60_000)
        const whileHeld = await released(store)
        await store.backup.letGo(hold)
        assert.equal(whileHeld.has(hash), false, 'it was released while it is held')
        assert.equal((await released(store)).has(hash), true)
      }),
  },
  {
    id: 'output-that-could-not-be-removed-is-released-again',
    run: (open) =>
      inStore(open, async (store) => {
        const hash = randomBytes(32).toString('hex')
        await deleteRun(store, await endedWith(store, hash))
        const refuse = (each: string) => (each === hash ? Promise.reject(new Error('planted')) : Promise.resolve())
        await assert.rejects(async () => {
          while ((await store.outputs.release(MOST_RELEASED, refuse)) > 0);
        })
        assert.equal((await released(store)).has(hash), true)
      }),
  },
  {
    id: 'an-ended-run-begins-no-output',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append([runEnd(run, 1)])
        const late = store.outputs.begin({ runId: run.runId, hash: randomBytes(32).toString('hex'), bytes: 1 })
        await assert.rejects(late, isEngineError('RUN_ALREADY_ENDED'))
      }),
  },
  { id: 'runs-are-weighed-newest-first-with-their-bytes', run: (open) => inStore(open, weighRuns) },
  {
    id: 'a-deletion-is-told-on-the-stream-of-its-run-and-user-until-it-is-forgotten',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append(sampleStory(run))
        const { bytes } = (await store.retention.begin(run.runId, { at: 5000, why: 'age' })) ?? {}
        const { runId, userId } = run
        const [told, ...rest] = await store.events.readUser(userId, { after: { writtenIn: 0, position: 0 }, limit: 9 })
        assert.deepEqual(rest, [], 'other events are there')
        assert.equal(told?.entry.type, TOLD)
        assert.deepEqual(told.entry, {
          ...{ type: TOLD, id: `${runId}.15`, subject: `run:${runId}`, userId, runId, sessionId: null, seq: 15 },
          ...{ at: 5000, cause: null, why: 'age', bytes },
        })
        await store.retention.drop([])
        await forgetBefore(store, 5000)
        assert.deepEqual(await toldOf(store, runId), [TOLD], 'it was forgotten too soon')
        await forgetBefore(store, 5001)
        assert.deepEqual(await toldOf(store, runId), [], 'it was not forgotten')
      }),
  },
  {
    id: 'events-are-dropped-by-their-positions',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await createRun(store)
        await store.events.append([stageStart(run, 1), stageStart(run, 2), stageStart(run, 3)])
        const read = () => store.events.readUser(run.userId, { after: { writtenIn: 0, position: 0 }, limit: 9 })
        const [first, , third] = await read()
        await store.retention.drop([first?.place.position ?? 0, third?.place.position ?? 0])
        assert.deepEqual(
          (await read()).map(({ entry }) => entry.seq),
          [2],
        )
      }),
  },
  { id: 'old-events-of-what-is-there-go-but-for-those-that-its-fold-needs', run: (open) => inStore(open, thinSession) },
  { id: 'old-events-of-what-is-gone-all-go-and-the-last-of-a-key-stays', run: (open) => inStore(open, forgetGone) },
  {
    id: 'one-engine-at-a-time-sweeps',
    run: (open) =>
      inStore(open, async ({ retention }) => {
        const [one, two] = [randomUUID(), randomUUID()]
        const take = (engineId: string, now: number) => retention.takeTurn(engineId, { now, until: now + 10 })
        assert.equal(await take(one, LATER), true)
        assert.equal(await take(two, LATER + 9), false, 'two sweep at once')
        assert.equal(await take(one, LATER + 9), true, 'a turn cannot be made longer')
        assert.equal(await take(two, LATER + 19), true, 'a turn lasts for ever')
        await retention.endTurn(one)
        assert.equal(await take(one, LATER + 20), false, 'the turn of another was ended')
        await retention.endTurn(two)
        assert.equal(await take(one, LATER + 20), true)
        await retention.endTurn(one)
      }),
  },
]

async function forgetBefore({ retention }: Store, before: number): Promise<void> {
  for (let place: AgePlace | undefined = { at: 0, position: 0 }; place; )
    place = await retention.forgetOld(before, place)
}

const typesOf = async ({ events }: Store, subject: Subject) =>
  (await events.readPage(subject, { afterSeq: 0, limit: 1000 })).map(({ type }) => type)

async function thinSession(store: Store) {
  const { row } = await createSession(store)
  const { id, userId, settings } = row
  const subject = `session:${id}` as const
  const change = async (from: number) => {
    for (let n = 0; n < 60; n++) await store.sessions.update(id, { settings, usedAt: from + n })
  }
  const state = await beginState(store)
  const [kept, removed] = [3000, 3001].map((createdAt) =>
    checkpointOf({ userId, sessionId: id, stateId: state.id, createdAt }),
  )
  if (!kept || !removed) return
  await store.checkpoints.add(kept, { most: 9, state })
  await change(2500)
  await store.checkpoints.add(removed, { most: 9 })
  await store.checkpoints.remove(removed.id, 3002)
  const story = async () =>
    reduceSession((await store.events.readPage(subject, { afterSeq: 0, limit: 1000 })) as StreamEvent[])
  const before = await story()
  await forgetBefore(store, 9000)
  assert.deepEqual(await typesOf(store, subject), ['session.created', 'checkpoint.created', 'session.changed'])
  assert.deepEqual(await story(), before, 'the fold tells something else')
  await change(9000)
  await forgetBefore(store, 9000)
  assert.equal((await typesOf(store, subject)).length, 62, 'young events went')
}

async function forgetGone(store: Store) {
  const { row } = await createSession(store)
  const subject = `session:${row.id}` as const
  const key = { id: randomUUID(), hash: randomUUID(), user: row.userId, scope: 'user' as const, label: '', start: '' }
  await store.keys.add({ ...key, createdAt: 1000, expiresAt: null, revokedAt: null })
  await store.keys.revoke(key.id, 2000)
  await store.sessions.remove(row.id, { at: 5000, reason: 'asked' })
  await forgetBefore(store, 5000)
  assert.deepEqual(await typesOf(store, subject), ['session.created', 'session.removed'], 'its end is young')
  await forgetBefore(store, 5001)
  assert.deepEqual(await typesOf(store, subject), [], 'something is left')
  assert.deepEqual(await typesOf(store, `key:${key.id}`), ['key.added', 'key.revoked'], 'nobody can look it up')
}

async function deleteRun({ retention }: Store, runId: string): Promise<void> {
  const begun = await retention.begin(runId, ASKED)
  assert.ok(begun, 'there was no such run')
  for (let isGone = begun.isGone; !isGone; ) isGone = await retention.goOn(runId)
}

async function endedWith(store: Store, hash: string): Promise<string> {
  const run = await createRun(store)
  await store.outputs.begin({ runId: run.runId, hash, bytes: 1 })
  await store.events.append([runEnd(run, 1)])
  return run.runId
}

async function released({ outputs }: Store): Promise<Set<string>> {
  const hashes = new Set<string>()
  const remove = async (hash: string) => void hashes.add(hash)
  while ((await outputs.release(MOST_RELEASED, remove)) > 0);
  return hashes
}

async function deleteLongRun(store: Store) {
  const run = await createRun(store)
  const events = Array.from({ length: MANY_EVENTS }, (_, index) => stageStart(run, index + 1))
  await store.events.append([...events, runEnd(run, MANY_EVENTS + 1)])
  const begun = await store.retention.begin(run.runId, ASKED)
  assert.equal(begun?.isGone, false, 'all of it was deleted at once')
  assert.equal(await store.runs.get(run.runId), undefined, 'it can still be seen')
  assert.deepEqual(await store.runs.list({ userId: run.userId, limit: 9 }), [], 'it is listed')
  assert.equal((await store.runs.stats(run.userId)).runs.total, 0, 'it is counted')
  assert.deepEqual(await store.events.readEnds({ userId: run.userId, limit: 9 }), [], 'it is in the log')
  assert.ok((await store.retention.unfinished(1000)).includes(run.runId), 'nobody would go on with it')
  while (!(await store.retention.goOn(run.runId)));
  assert.ok(!(await store.retention.unfinished(1000)).includes(run.runId))
  assert.deepEqual(await toldOf(store, run.runId), [TOLD])
}

const toldOf = async ({ events }: Store, runId: string) => (await events.read(runId, 0)).map(({ type }) => type)

async function weighRuns(store: Store) {
  const first = await createRun(store, { startedAt: 1000 })
  const { userId } = first
  const second = await createRun(store, { userId, startedAt: 2000 })
  const third = await createRun(store, { userId, startedAt: 3000 })
  await store.outputs.begin({ runId: second.runId, hash: randomBytes(32).toString('hex'), bytes: 5000 })
  for (const run of [first, second]) await store.events.append([runEnd(run, 1)])
  const written = Buffer.byteLength(JSON.stringify(runEnd(first, 1)))
  const [newest, middle, oldest] = await store.retention.page({ userId, limit: 9 })
  assert.deepEqual(newest, { runId: third.runId, bytes: 0, isEnded: false })
  assert.deepEqual(middle, { runId: second.runId, bytes: written + 5000, isEnded: true })
  assert.deepEqual(oldest, { runId: first.runId, bytes: written, isEnded: true })
  assert.deepEqual(await store.retention.page({ userId, before: second.runId, limit: 9 }), [oldest])
  const old = await store.retention.olderThan(makeId('run', 4000, new Uint8Array()), 100_000)
  const own = old.filter((runId) => [first.runId, second.runId, third.runId].includes(runId))
  assert.deepEqual(own, [first.runId, second.runId], 'not the ended ones, oldest first')
  assert.deepEqual(old.toSorted(), old)
  assert.equal(await store.retention.nextUser(userId.slice(0, -1)), userId)
}
