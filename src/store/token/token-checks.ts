import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { ID_RANDOM_BYTES, makeId } from '../../contract/id.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import type { TokenRow } from './token-rows.ts'

export const tokenChecks: Check<OpenStore>[] = [
  {
    id: 'a-token-is-found-by-its-hash-and-listed-while-it-is-open',
    run: (open) =>
      inStore(open, async ({ tokens }) => {
        const userId = randomUUID()
        const [first, second] = [sampleToken({ userId }), sampleToken({ userId, keyId: null, rights: 'use' })]
        const over = sampleToken({ userId, expiresAt: 10 })
        for (const token of [first, second, over]) await tokens.add(token)
        assert.deepEqual(await tokens.find(second.hash), second)
        assert.deepEqual(await tokens.get(over.id), over)
        assert.equal(await tokens.find(sampleToken().hash), undefined)
        assert.deepEqual(await tokens.list({ userId, now: 10, limit: 9 }), [second, first])
        assert.equal(await tokens.count({ userId, now: 10 }), 2)
        await assert.rejects(tokens.add({ ...sampleToken(), hash: first.hash }), 'two tokens share a hash')
      }),
  },
  {
    id: 'a-revoked-token-is-told-from-open-ones',
    run: (open) =>
      inStore(open, async ({ tokens }) => {
        const userId = randomUUID()
        const [gone, left] = [sampleToken({ userId }), sampleToken({ userId })]
        for (const token of [gone, left]) await tokens.add(token)
        await tokens.revoke(gone.id, 500.5)
        await tokens.revoke(gone.id, 600)
        assert.equal((await tokens.get(gone.id))?.revokedAt, 500.5, 'the first time is lost')
        assert.deepEqual(await tokens.revokedAmong([left.id, gone.id, sampleToken().id]), [gone.id])
        assert.deepEqual(await tokens.revokedAmong([]), [])
        assert.deepEqual(await tokens.list({ userId, now: 10, limit: 9 }), [left])
      }),
  },
  {
    id: 'tokens-go-with-their-time-and-their-user',
    run: (open) =>
      inStore(open, async ({ tokens }) => {
        const userId = randomUUID()
        const [old, young] = [sampleToken({ userId, expiresAt: 5 }), sampleToken({ userId, expiresAt: 7 })]
        for (const token of [old, young]) await tokens.add(token)
        await tokens.removeBefore(7)
        assert.equal(await tokens.get(old.id), undefined, 'an expired one is left')
        assert.deepEqual(await tokens.get(young.id), young)
        assert.equal(await tokens.removeOf(userId, 9), 1)
        assert.equal(await tokens.get(young.id), undefined)
      }),
  },
]

let made = 0

function sampleToken(known: Partial<TokenRow> = {}): TokenRow {
  const createdAt = 1_700_000_000_000 + ++made
  const hash = () => createHash('sha256').update(randomBytes(20)).digest('hex')
  return {
    id: makeId('tok', createdAt, randomBytes(ID_RANDOM_BYTES)),
    hash: hash(),
    userId: 'ada@example.org',
    keyId: makeId('key', createdAt, randomBytes(ID_RANDOM_BYTES)),
    keyHash: hash(),
    opens: 'session:ses1',
    rights: 'read',
    createdAt,
    expiresAt: 2e12,
    revokedAt: null,
    ...known,
  }
}
