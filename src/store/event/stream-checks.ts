import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { Check } from '../../contract/check.ts'
import type { StreamEvent } from '../../contract/event.ts'
import { beginState, checkpointOf, createSession, volumeOf } from '../content/sample-state.ts'
import { createRun, inStore, isEngineError, type OpenStore } from '../in-store.ts'
import { sampleStory } from '../run/sample-run.ts'
import type { Store } from '../store.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { Place } from './user-places.ts'

const START: Place = { writtenIn: 0, position: 0 }
const ASKED = { at: 9000, reason: 'asked' } as const
const typesOf = (entries: readonly { type: string }[]) => entries.map(({ type }) => type)
const seqsOf = (entries: readonly { seq: number }[]) => entries.map(({ seq }) => seq)
const all = (store: Store, subject: JournalEntry['subject']) =>
  store.events.readPage(subject, { afterSeq: 0, limit: 1000 })

export const streamChecks: Check<OpenStore>[] = [
  { id: 'every-change-tells-an-event-of-its-subject', run: (open) => inStore(open, lifeOfASession) },
  {
    id: 'a-change-that-is-refused-tells-nothing',
    run: (open) =>
      inStore(open, async (store) => {
        const { row, step } = await createSession(store)
        const strange = store.sessions.advance({ ...step, engineId: randomUUID() })
        await assert.rejects(strange, isEngineError('SESSION_ELSEWHERE'))
        const volume = volumeOf()
        await store.volumes.create(volume, 1)
        await assert.rejects(store.volumes.create(volumeOf({ ...volume, id: randomUUID() }), 1))
        const { documents } = store
        const document = { kind: 'check', id: randomUUID(), userId: row.userId, createdAtMs: 1, body: 1 }
        const told = { type: 'key.revoked' as const, label: '', start: '', ...ofDocument(document) }
        assert.deepEqual(
          [await documents.insert(document, told), await documents.insert(document, told)],
          [true, false],
        )
        assert.deepEqual(typesOf(await all(store, `session:${row.id}`)), ['session.created'])
        assert.deepEqual(typesOf(await all(store, `volume:${volume.id}`)), ['volume.created'])
        assert.deepEqual(typesOf(await all(store, told.subject)), ['key.revoked'])
      }),
  },
  {
    id: 'a-change-that-cannot-be-told-is-not-made',
    run: (open) =>
      inStore(open, async (store) => {
        const document = { kind: 'check', id: randomUUID(), userId: randomUUID(), createdAtMs: 1, body: 1 }
        const nobody = null as unknown as string
        const told = {
          type: 'key.revoked' as const,
          label: '',
          start: '',
          ...ofDocument({ ...document, userId: nobody }),
        }
        await assert.rejects(store.documents.insert(document, told))
        assert.equal(
          await store.documents.get('check', document.id),
          undefined,
          'a change was made that nobody is told of',
        )
      }),
  },
  {
    id: 'whoever-listens-is-told-what-is-stored',
    run: (open) =>
      inStore(open, async (store) => {
        const heard: StreamEvent[] = []
        store.events.onTold((events) => void heard.push(...events))
        const { row } = await createSession(store)
        await store.sessions.remove(row.id, ASKED)
        assert.deepEqual(heard, await all(store, `session:${row.id}`))
      }),
  },
  { id: 'a-machine-that-tells-without-end-keeps-the-newest', run: (open) => inStore(open, endlessMachine) },
  { id: 'a-stream-is-numbered-without-a-gap-when-many-write-it', run: (open) => inTwo(open, manyWriters) },
  { id: 'everything-of-a-user-is-read-behind-a-place', run: (open) => inStore(open, everythingOfAUser) },
  { id: 'whoever-reads-while-many-write-misses-nothing', run: (open) => inTwo(open, readWhileWriting) },
  {
    id: 'a-subject-belongs-to-its-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const { row } = await createSession(store)
        const { userId, runId } = await createRun(store)
        const owns = store.events.owns
        assert.deepEqual(
          [await owns(row.userId, `session:${row.id}`), await owns(userId, `run:${runId}`)],
          [true, true],
        )
        assert.equal(await owns(userId, `session:${row.id}`), false, 'another user has it')
        assert.equal(
          await owns(row.userId, `session:${randomUUID()}`),
          false,
          'one that is not there belongs to somebody',
        )
        await store.sessions.remove(row.id, ASKED)
        assert.equal(await owns(row.userId, `session:${row.id}`), true, 'one that is gone is not known any more')
      }),
  },
  {
    id: 'the-last-of-a-stream-and-of-a-user-are-known',
    run: (open) =>
      inStore(open, async (store) => {
        const { row } = await createSession(store)
        const subject = `session:${row.id}` as const
        await store.sessions.update(row.id, { settings: row.settings, usedAt: 5 })
        const last = await store.events.lastPlace(row.userId)
        assert.deepEqual(await store.events.readUser(row.userId, { after: last, limit: 9 }), [])
        assert.deepEqual([await store.events.lastSeq(subject), await store.events.lastSeq('session:none')], [2, 0])
      }),
  },
]

const inTwo = (open: OpenStore, work: (one: Store, two: Store) => Promise<void>) =>
  inStore(open, (one) => inStore(open, (two) => work(one, two)))

async function endlessMachine(store: Store): Promise<void> {
  const [id, userId] = [randomUUID(), randomUUID()]
  const envelope = { subject: `machine:${id}` as const, userId, at: 1 }
  const changes = Array.from({ length: 1300 }, (_, n) => ({
    ...{ type: 'machine.changed' as const, ...envelope, endAtMs: n, hasMemory: true },
  }))
  const paused = { type: 'machine.paused' as const, ...envelope, endAtMs: 7, hasMemory: true }
  await store.documents.insert({ kind: 'machine', id, userId, createdAtMs: 1, body: 1 }, paused, ...changes)
  const left = seqsOf(await store.events.readPage(envelope.subject, { afterSeq: 0, limit: 2000 }))
  assert.deepEqual([left[0], left[1], left.at(-1)], [1, 301, 1301], 'the newest stay, and the last of each type')
}

const ofDocument = ({ id, userId }: { id: string; userId: string }) => ({
  subject: `key:${id}` as const,
  userId,
  at: 1,
})

async function lifeOfASession(store: Store) {
  const { row, step } = await createSession(store)
  const { id, userId } = row
  await store.sessions.update(id, { settings: { ...row.settings, metadata: { a: 'c' } }, usedAt: 3000 })
  const run = await createRun(store, { userId })
  const execution = { language: 'python', code: 'x', outcome: 'ok', at: 5, durationMs: 1.5 } as const
  const state = await beginState(store)
  await store.sessions.advance({ ...step, state, usedAt: 4000, execution: { ...execution, runId: run.runId } })
  const checkpoint = checkpointOf({ userId, sessionId: id, stateId: state.id, createdAt: 5000 })
  await store.checkpoints.add(checkpoint, { most: 9 })
  await store.sessions.advance({ ...step, state, usedAt: 6000, checkpointId: checkpoint.id })
  await store.checkpoints.remove(checkpoint.id, 7000)
  await store.sessions.remove(id, ASKED)
  const story = await all(store, `session:${id}`)
  assert.deepEqual(typesOf(story), [
    ...['session.created', 'session.changed', 'session.advanced', 'checkpoint.created'],
    ...['session.restored', 'checkpoint.removed', 'session.removed'],
  ])
  assert.deepEqual(seqsOf(story), [1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual(
    story.map(({ at }) => at),
    [1000.5, 3000, 4000, 5000, 6000, 7000, 9000],
  )
  for (const event of story) assert.deepEqual([event.subject, event.userId], [`session:${id}`, userId])
  const advanced = story[2]
  assert.ok(advanced?.type === 'session.advanced')
  assert.deepEqual([advanced.runId, advanced.cause], [run.runId, `${run.runId}.1`], 'nothing tells why')
}

async function manyWriters(one: Store, two: Store) {
  const userId = randomUUID()
  const puts = Array.from({ length: 30 }, (_, n) =>
    (n % 2 ? one : two).policies.put({ severities: { high: 'block' } }, { userId, at: n }),
  )
  await Promise.all(puts)
  const story = await all(one, `setting:guard-policy/${userId}`)
  assert.deepEqual(
    seqsOf(story),
    Array.from(puts, (_, n) => n + 1),
  )
}

async function everythingOfAUser(store: Store) {
  const run = await createRun(store)
  const { userId } = run
  const { row } = await createSession(store, { userId })
  await createSession(store)
  await store.events.append(sampleStory(run))
  await store.sessions.remove(row.id, ASKED)
  const expected = [...(await all(store, `session:${row.id}`)).slice(0, 1), ...sampleStory(run)]
  const last = (await all(store, `session:${row.id}`)).slice(1)
  const found: JournalEntry[] = []
  for (let after = START; ; ) {
    const page = await store.events.readUser(userId, { after, limit: 4 })
    const end = page.at(-1)
    if (!end || found.length > 20) break
    found.push(...page.map(({ entry }) => entry))
    after = end.place
  }
  assert.deepEqual(found, [...expected, ...last])
}

/** The reader continues behind the events it has seen while others commit in any order. */
async function readWhileWriting(one: Store, two: Store) {
  const userId = randomUUID()
  const seen = new Set<string>()
  let after = START
  let isOver = false
  const look = async () => {
    const page = await one.events.readUser(userId, { after, limit: 5 })
    for (const { place, entry } of page) {
      assert.ok(!seen.has(`${entry.subject} ${entry.seq}`), 'an event came twice')
      seen.add(`${entry.subject} ${entry.seq}`)
      after = place
    }
    return page.length
  }
  const reading = (async () => {
    // A database that answers at once would leave nobody else a turn.
    while (!isOver) await look().then(() => otherWork())
    while ((await look()) > 0);
  })()
  const write = async (store: Store) => {
    for (let n = 0; n < 10; n++) await createSession(store, { userId })
  }
  await Promise.all([one, two, one, two, one, two].map(write)).finally(() => {
    isOver = true
  })
  await reading
  assert.equal(seen.size, 60, 'an event was passed over')
}
