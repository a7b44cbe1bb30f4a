import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { beginState, createSession } from '../content/sample-state.ts'
import { inStore, isEngineError, type OpenStore } from '../in-store.ts'

const HOLD_MS = 60_000

export const backupChecks: Check<OpenStore>[] = [
  {
    id: 'content-stays-while-somebody-holds-it',
    run: (open) =>
      inStore(open, async (store) => {
        const [id, longerId] = [randomUUID(), randomUUID()]
        const { row, step } = await createSession(store)
        const state = await beginState(store)
        await store.sessions.advance({ ...step, state })
        for (const hold of [id, longerId, id]) await store.backup.hold(hold, HOLD_MS)
        assert.deepEqual(
          (await store.sessions.remove(row.id, { at: 1, reason: 'asked' })).blobs,
          [],
          'held content was given up',
        )
        await store.backup.letGo(id)
        assert.equal(await store.backup.isHeld(), true)
        assert.deepEqual(await store.contents.unneeded([state.id]), [], 'one of two holds has ended, not both')
        await store.backup.letGo(longerId)
        assert.equal(await store.backup.isHeld(), false)
        assert.deepEqual(await store.contents.unneeded([state.id]), [state.id])
      }),
  },
  {
    id: 'a-hold-ends-by-itself',
    run: (open) =>
      inStore(open, async (store) => {
        const state = await beginState(store)
        await store.backup.hold(randomUUID(), -1)
        assert.deepEqual(await store.contents.unneeded([state.id]), [state.id])
      }),
  },
  {
    id: 'all-rows-are-told-as-they-are-at-one-moment',
    run: (open) =>
      inStore(open, async (store) => {
        const first = await createSession(store)
        const pages = (await store.backup.dump())[Symbol.asyncIterator]()
        const names = new Set<unknown>()
        let later = ''
        for (let page = await pages.next(); !page.done; page = await pages.next()) {
          if (page.value.table === 'session') for (const { id } of page.value.rows) names.add(id)
          later ||= (await createSession(store)).row.id
        }
        assert.ok(names.has(first.row.id), 'a row is missing')
        assert.ok(!names.has(later), 'a row is told that came later')
      }),
  },
  {
    id: 'a-store-with-something-in-it-is-not-filled',
    run: (open) =>
      inStore(open, async (store) => {
        const { row } = await createSession(store)
        const filling = store.backup.fill(pagesOf(randomUUID()))
        await assert.rejects(filling, isEngineError('BACKUP_REFUSED'))
        assert.deepEqual(await store.sessions.get(row.id), row)
      }),
  },
]

async function* pagesOf(userId: string) {
  yield { table: 'guard_policy' as const, rows: [{ user_id: userId, body: '{}' }] }
}
