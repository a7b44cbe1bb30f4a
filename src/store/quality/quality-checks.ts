import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { inStore, type OpenStore } from '../in-store.ts'

const SPENT = { wallMs: 12.5, cpuMs: 3, memoryPeakBytes: null, readBytes: 0, writtenBytes: 4096 }

export const qualityChecks: Check<OpenStore>[] = [
  {
    id: 'what-was-read-from-a-program-is-found-by-its-key',
    run: (open) =>
      inStore(open, async (store) => {
        const [first, second] = [randomUUID(), randomUUID()]
        await store.inspections.put([
          { key: first, body: '{"it’s":1}', at: 1 },
          { key: second, body: '[]', at: 2 },
        ])
        await store.inspections.put([{ key: second, body: '[]', at: 3 }])
        assert.equal(await store.inspections.get(first), '{"it’s":1}')
        assert.equal(await store.inspections.get(second), '[]')
        assert.equal(await store.inspections.get(randomUUID()), undefined)
      }),
  },
  {
    id: 'what-was-read-long-ago-is-forgotten',
    run: (open) =>
      inStore(open, async (store) => {
        const [old, young] = [randomUUID(), randomUUID()]
        await store.inspections.put([
          { key: old, body: '1', at: 10 },
          { key: young, body: '2', at: 20 },
        ])
        await store.inspections.removeBefore(20)
        assert.equal(await store.inspections.get(old), undefined)
        assert.equal(await store.inspections.get(young), '2')
      }),
  },
  {
    id: 'a-user-has-one-guard-policy',
    run: (open) =>
      inStore(open, async (store) => {
        const [user, other] = [randomUUID(), randomUUID()]
        const by = { userId: user, at: 1 }
        await store.policies.put({ severities: { high: 'block' } }, by)
        await store.policies.put({ rules: { 'python/eval': 'allow' } }, by)
        assert.deepEqual(await store.policies.get(user), { rules: { 'python/eval': 'allow' } })
        assert.equal(await store.policies.get(other), undefined)
        assert.equal(await store.policies.remove(by), true)
        assert.equal(await store.policies.remove(by), false)
        assert.equal(await store.policies.get(user), undefined)
      }),
  },
  {
    id: 'measures-come-back-newest-first-to-their-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const [userId, codeHash] = [randomUUID(), randomUUID()]
        for (const at of [5, 7, 6]) await store.measures.add({ userId, codeHash, at, ...SPENT })
        await store.measures.add({ userId: randomUUID(), codeHash, at: 8, ...SPENT })
        await store.measures.add({ userId, codeHash: randomUUID(), at: 9, ...SPENT })
        const last = await store.measures.last({ userId, codeHash, most: 2 })
        assert.deepEqual(last, [
          { userId, codeHash, at: 7, ...SPENT },
          { userId, codeHash, at: 6, ...SPENT },
        ])
        await store.measures.removeBefore(7)
        assert.equal((await store.measures.last({ userId, codeHash, most: 9 })).length, 1)
      }),
  },
  {
    id: 'measures-of-a-user-are-removed',
    run: (open) =>
      inStore(open, async (store) => {
        const [userId, otherId, codeHash] = [randomUUID(), randomUUID(), randomUUID()]
        for (const owner of [userId, userId, otherId]) {
          await store.measures.add({ userId: owner, codeHash, at: 10 ** 15, ...SPENT })
        }
        assert.equal(await store.measures.removeOf(userId, 9), 2)
        assert.deepEqual(await store.measures.last({ userId, codeHash, most: 9 }), [])
        assert.equal((await store.measures.last({ userId: otherId, codeHash, most: 9 })).length, 1)
      }),
  },
]
