import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { ID_RANDOM_BYTES, makeId } from '../../contract/id.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import type { KeyRow } from './key-rows.ts'

export const keyChecks: Check<OpenStore>[] = [
  {
    id: 'a-key-is-found-by-its-hash',
    run: (open) =>
      inStore(open, async (store) => {
        const keys = [
          sampleKey({ scope: 'admin' }),
          sampleKey({ scope: 'read', expiresAt: 900.5, label: 'it’s "mine"' }),
        ]
        for (const key of keys) await store.keys.add(key)
        for (const key of keys) assert.deepEqual(await store.keys.find(key.hash), key)
        assert.equal(await store.keys.find(sampleKey().hash), undefined)
        const listed = (await store.keys.list()).filter(({ id }) => keys.some((key) => key.id === id))
        assert.deepEqual(listed, keys, 'the list is not in the order the keys were made')
        const later = await store.keys.list(keys[1]?.createdAt)
        assert.ok(
          later.some(({ id }) => id === keys[1]?.id),
          'a key made at the time is missing',
        )
        assert.ok(!later.some(({ id }) => id === keys[0]?.id), 'a key made before the time is listed')
      }),
  },
  {
    id: 'a-revoked-key-opens-nothing',
    run: (open) =>
      inStore(open, async (store) => {
        const key = sampleKey()
        const other = sampleKey()
        await store.keys.add(key)
        await store.keys.add(other)
        assert.deepEqual(await store.keys.revoke(key.id, 500.25), { ...key, revokedAt: 500.25 })
        assert.equal(await store.keys.find(key.hash), undefined)
        assert.deepEqual(await store.keys.revoke(key.id, 600), { ...key, revokedAt: 500.25 }, 'the first time is lost')
        assert.equal(await store.keys.revoke(sampleKey().id, 600), undefined)
        assert.deepEqual(await store.keys.find(other.hash), other, 'another key was revoked')
        const asked = [other.id, key.id, sampleKey().id]
        assert.deepEqual(await store.keys.revokedAmong(asked), [key.id], 'not told which keys were revoked')
        assert.deepEqual(await store.keys.revokedAmong([]), [])
      }),
  },
  {
    id: 'two-keys-never-share-a-hash',
    run: (open) =>
      inStore(open, async (store) => {
        const key = sampleKey()
        await store.keys.add(key)
        await assert.rejects(store.keys.add({ ...sampleKey(), hash: key.hash }))
        assert.deepEqual(await store.keys.find(key.hash), key)
      }),
  },
  {
    id: 'the-store-answers-until-it-is-closed',
    async run(open) {
      const store = await open()
      await store.ping()
      await store.close()
      await store.close()
      await assert.rejects(store.ping())
    },
  },
]

let made = 0

function sampleKey(known: Partial<KeyRow> = {}): KeyRow {
  const createdAt = 1_700_000_000_000 + ++made
  return {
    id: makeId('key', createdAt, randomBytes(ID_RANDOM_BYTES)),
    hash: createHash('sha256').update(randomBytes(20)).digest('hex'),
    user: 'ada@example.org',
    scope: 'user',
    label: '',
    start: 'e2b_0123',
    createdAt,
    expiresAt: null,
    revokedAt: null,
    ...known,
  }
}
