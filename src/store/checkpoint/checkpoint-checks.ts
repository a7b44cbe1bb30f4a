import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { beginState, checkpointOf, createSession } from '../content/sample-state.ts'
import { inStore, isEngineError, type OpenStore } from '../in-store.ts'
import { hostileText } from '../run/sample-run.ts'
import type { CheckpointRow } from './checkpoint-rows.ts'

export const checkpointChecks: Check<OpenStore>[] = [
  {
    id: 'a-checkpoint-comes-back-equal',
    run: (open) =>
      inStore(open, async (store) => {
        const state = await beginState(store)
        const checkpoint = checkpointOf({ stateId: state.id })
        const { userId, conversation, sessionId } = checkpoint
        assert.deepEqual(await store.checkpoints.add(checkpoint, { most: 3, state }), { blobs: [], removed: [] })
        assert.deepEqual(await store.checkpoints.get(checkpoint.id), checkpoint)
        const newer = checkpointOf({ stateId: state.id, userId, sessionId, createdAt: 1001 })
        await store.checkpoints.add(newer, { most: 3 })
        assert.deepEqual(await store.checkpoints.list({ userId, conversation, limit: 9 }), [newer, checkpoint])
        assert.deepEqual(await store.checkpoints.list({ userId, sessionId, limit: 1 }), [newer])
        assert.deepEqual(await store.checkpoints.list({ userId: randomUUID(), limit: 9 }), [])
      }),
  },
  {
    id: 'a-checkpoint-holds-on-to-its-state',
    run: (open) =>
      inStore(open, async (store) => {
        const { row, step } = await createSession(store)
        const state = await beginState(store)
        await store.sessions.advance({ ...step, state })
        const checkpoint = checkpointOf({ stateId: state.id })
        await store.checkpoints.add(checkpoint, { most: 1 })
        assert.deepEqual(
          (await store.sessions.remove(row.id, { at: 1, reason: 'asked' })).blobs,
          [],
          'the state of a checkpoint was given up',
        )
        await createSession(store, { stateId: state.id }).then((branch) =>
          store.sessions.remove(branch.row.id, { at: 1, reason: 'asked' }),
        )
        const removed = await store.checkpoints.remove(checkpoint.id, 1)
        assert.deepEqual(removed, { existed: true, blobs: [state.id] })
        assert.deepEqual(await store.checkpoints.remove(checkpoint.id, 1), { existed: false, blobs: [] })
        const late = store.checkpoints.add(checkpoint, { most: 1 })
        await assert.rejects(late, isEngineError('STATE_DAMAGED'))
        assert.equal(await store.checkpoints.get(checkpoint.id), undefined)
      }),
  },
  {
    id: 'for-one-checkpoint-too-many-the-oldest-goes-automatic-ones-first',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const add = async (id: string, kind: CheckpointRow['kind'], createdAt: number) => {
          const state = await beginState(store)
          const checkpoint = checkpointOf({ id: `${userId}${id}`, stateId: state.id, userId, kind, createdAt })
          const { removed, blobs } = await store.checkpoints.add(checkpoint, { most: 2, state })
          assert.equal(blobs.length, removed.length, 'the content of a removed checkpoint was kept')
          return removed.map((name) => name.slice(userId.length))
        }
        assert.deepEqual(await add('a', 'explicit', 1), [])
        assert.deepEqual(await add('b', 'regular', 2), [])
        assert.deepEqual(await add('c', 'imported', 3), ['b'])
        assert.deepEqual(await add('d', 'risky', 4), ['a'], 'this one itself was removed')
        assert.deepEqual(await add('e', 'risky', 5), ['d'])
        assert.deepEqual(await add('f', 'step', 6), ['e'])
        assert.deepEqual(await add('g', 'explicit', 7), ['f'], 'one before a step stayed for one that was asked for')
        assert.equal((await store.checkpoints.list({ userId, limit: 9 })).length, 2)
      }),
  },
  {
    id: 'stored-bytes-count-each-blob-once',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        assert.equal(await store.checkpoints.storedBytes(userId), 0)
        const first = await beginState(store)
        const second = await beginState(store, first)
        for (const state of [first, second]) {
          await store.checkpoints.add(checkpointOf({ stateId: state.id, userId }), { most: 9, state })
        }
        const other = await beginState(store)
        await store.checkpoints.add(checkpointOf({ stateId: other.id }), { most: 9, state: other })
        assert.equal(await store.checkpoints.storedBytes(userId), 200)
      }),
  },
  {
    id: 'checkpoints-are-counted-by-kind',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const none = { byKind: {}, conversations: 0, bytes: 0, oldestAt: null, newestAt: null }
        assert.deepEqual(await store.checkpoints.count(userId), none)
        const state = await beginState(store)
        const times = { explicit: 2.5, regular: 1.25, risky: 9.75 }
        for (const [kind, createdAt] of Object.entries(times) as ['explicit' | 'regular' | 'risky', number][]) {
          const conversation = kind === 'risky' ? 'other' : 'one'
          const label = `${hostileText},"bytes":7`
          const bytes = 2 ** 40 + 1
          const made = checkpointOf({ stateId: state.id, userId, kind, createdAt, conversation, label, bytes })
          await store.checkpoints.add(made, { most: 9, ...(kind === 'explicit' && { state }) })
        }
        const other = await beginState(store)
        await store.checkpoints.add(checkpointOf({ stateId: other.id }), { most: 9, state: other })
        const byKind = { explicit: 1, regular: 1, risky: 1 }
        const bytes = 3 * (2 ** 40 + 1)
        const count = { byKind, conversations: 2, bytes, oldestAt: 1.25, newestAt: 9.75 }
        assert.deepEqual(await store.checkpoints.count(userId), count)
      }),
  },
]
