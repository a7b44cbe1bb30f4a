import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import type { StoredDocument } from './document-rows.ts'

const documentOf = (known: Partial<StoredDocument> = {}) => ({
  kind: 'check',
  id: randomUUID(),
  userId: randomUUID(),
  createdAtMs: 1_700_000_000_000.5,
  body: { text: 'it’s \0 and \ud800', list: [1, null, { deep: true }] },
  ...known,
})

export const documentChecks: Check<OpenStore>[] = [
  {
    id: 'documents-come-back-equal-by-kind-and-id',
    run: (open) =>
      inStore(open, async (store) => {
        const document = documentOf()
        const other = documentOf({ kind: 'check-other', id: document.id, body: 'another' })
        for (const one of [document, other]) assert.equal(await store.documents.insert(one), true)
        assert.deepEqual(await store.documents.get('check', document.id), { ...document, revision: 1 })
        assert.deepEqual(await store.documents.get('check-other', document.id), { ...other, revision: 1 })
        assert.equal(await store.documents.get('check', `${document.id}\0`), undefined)
      }),
  },
  {
    id: 'an-id-belongs-to-the-first-document-of-its-kind',
    run: (open) =>
      inStore(open, async (store) => {
        const document = documentOf()
        const later = documentOf({ id: document.id, body: 'later' })
        assert.equal(await store.documents.insert(document), true)
        assert.equal(await store.documents.insert(later), false)
        assert.deepEqual(await store.documents.get('check', document.id), { ...document, revision: 1 })
      }),
  },
  {
    id: 'of-two-changes-of-a-document-one-is-made',
    run: (open) =>
      inStore(open, async (store) => {
        const { kind, id, ...rest } = documentOf()
        await store.documents.insert({ kind, id, ...rest })
        const bodies = [1, 2, 3, 4]
        const made = await Promise.all(bodies.map((body) => store.documents.put({ kind, id, revision: 1, body })))
        assert.equal(made.filter(Boolean).length, 1)
        const body = bodies[made.indexOf(true)]
        assert.deepEqual(await store.documents.get(kind, id), { kind, id, ...rest, revision: 2, body })
        assert.equal(await store.documents.put({ kind, id, revision: 2, body: 5 }), true)
      }),
  },
  {
    id: 'a-deleted-document-is-gone-and-stays-so',
    run: (open) =>
      inStore(open, async (store) => {
        const { kind, id, ...rest } = documentOf()
        await store.documents.insert({ kind, id, ...rest })
        assert.equal(await store.documents.delete('check-other', id), false)
        assert.equal(await store.documents.delete(kind, id), true)
        assert.equal(await store.documents.delete(kind, id), false, 'it was there a second time')
        assert.equal(await store.documents.put({ kind, id, revision: 1, body: 1 }), false, 'a change brought it back')
        assert.equal(await store.documents.get(kind, id), undefined)
      }),
  },
  {
    id: 'documents-of-a-kind-are-listed-oldest-first-by-user',
    run: (open) =>
      inStore(open, async (store) => {
        const [kind, userId] = [`check-${randomUUID()}`, randomUUID()]
        const second = documentOf({ kind, userId, createdAtMs: 2 })
        const first = documentOf({ kind, userId, createdAtMs: 1 })
        const strange = documentOf({ kind, createdAtMs: 3 })
        const elsewhere = documentOf({ kind: `${kind}-other`, userId })
        for (const document of [second, first, strange, elsewhere]) await store.documents.insert(document)
        const ids = async (filter: { kind: string; userId?: string }) =>
          (await store.documents.list(filter)).map(({ id }) => id)
        assert.deepEqual(await ids({ kind, userId }), [first.id, second.id])
        assert.deepEqual(await ids({ kind }), [first.id, second.id, strange.id])
      }),
  },
]
