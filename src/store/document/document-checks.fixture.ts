import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'documents-come-back-equal-by-kind-and-id': ({ documents }) => ({
    documents: { get: async (_, id) => (await documents.get('check', id)) ?? documents.get('check-other', id) },
  }),
  'an-id-belongs-to-the-first-document-of-its-kind': ({ documents }) => ({
    documents: { insert: async (document) => (await documents.insert(document)) || true },
  }),
  'of-two-changes-of-a-document-one-is-made': ({ documents }) => ({
    documents: { put: async (change) => (await documents.put(change)) || true },
  }),
  'a-deleted-document-is-gone-and-stays-so': () => ({ documents: { delete: async () => true } }),
  'documents-of-a-kind-are-listed-oldest-first-by-user': ({ documents }) => ({
    documents: { list: async (filter) => (await documents.list(filter)).reverse() },
  }),
}
