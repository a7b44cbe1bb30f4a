import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { beginState, volumeOf } from '../content/sample-state.ts'
import { inStore, isEngineError, type OpenStore } from '../in-store.ts'

export const volumeChecks: Check<OpenStore>[] = [
  {
    id: 'volumes-belong-to-their-user-and-have-one-name-each',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const [b, a] = [volumeOf({ userId, name: 'b' }), volumeOf({ userId, name: 'a' })]
        for (const volume of [b, a]) await store.volumes.create(volume, 2)
        await store.volumes.create(volumeOf({ name: 'a' }), 2)
        assert.deepEqual(await store.volumes.get(userId, 'a'), a)
        assert.deepEqual(await store.volumes.list(userId), [a, b])
        await assert.rejects(store.volumes.create(volumeOf({ userId, name: 'a' }), 9), isEngineError('VOLUME_EXISTS'))
        await assert.rejects(store.volumes.create(volumeOf({ userId, name: 'c' }), 2), isEngineError('VOLUMES_FULL'))
        assert.equal(await store.volumes.get(userId, 'c'), undefined)
      }),
  },
  {
    id: 'of-two-next-versions-of-a-volume-one-is-made',
    run: (open) =>
      inStore(open, async (store) => {
        const volume = volumeOf()
        const { id, userId, name } = volume
        await store.volumes.create(volume, 1)
        const states = await Promise.all([1, 2, 3, 4].map(() => beginState(store)))
        const size = { bytes: 5, files: 1, changedAt: 2000 }
        const answers = await Promise.all(states.map((state) => store.volumes.advance({ id, from: 0, state, ...size })))
        assert.equal(answers.filter(({ advanced }) => advanced).length, 1)
        const winner = states[answers.findIndex(({ advanced }) => advanced)]
        const stateId = winner?.id ?? ''
        assert.deepEqual(await store.volumes.get(userId, name), { ...volume, ...size, version: 1, stateId })
        const state = await beginState(store)
        const next = await store.volumes.advance({ id, from: 1, state, ...size })
        assert.deepEqual(next, { advanced: true, blobs: [stateId] })
      }),
  },
  {
    id: 'a-removed-volume-gives-up-its-content',
    run: (open) =>
      inStore(open, async (store) => {
        const volume = volumeOf()
        const { id, userId, name } = volume
        await store.volumes.create(volume, 1)
        const state = await beginState(store)
        await store.volumes.advance({ id, from: 0, state, bytes: 5, files: 1, changedAt: 2000 })
        assert.equal(await store.volumes.storedBytes(userId), 100)
        assert.deepEqual(await store.volumes.remove({ userId, name }, 3000), { existed: true, blobs: [state.id] })
        assert.deepEqual(await store.volumes.remove({ userId, name }, 3000), { existed: false, blobs: [] })
        const late = await store.volumes.advance({ id, from: 1, state, bytes: 5, files: 1, changedAt: 2000 })
        assert.deepEqual(late, { advanced: false })
        assert.equal(await store.volumes.storedBytes(userId), 0)
      }),
  },
]
