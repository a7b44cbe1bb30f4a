import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-checkpoint-comes-back-equal': ({ checkpoints }) => ({
    checkpoints: { list: async (filter) => (await checkpoints.list(filter)).reverse() },
  }),
  'a-checkpoint-holds-on-to-its-state': ({ checkpoints }) => ({
    checkpoints: {
      add: (checkpoint, options) => checkpoints.add(checkpoint, options).catch(() => ({ removed: [], blobs: [] })),
    },
  }),
  'for-one-checkpoint-too-many-the-oldest-goes-automatic-ones-first': ({ checkpoints }) => ({
    checkpoints: { add: (checkpoint, options) => checkpoints.add({ ...checkpoint, kind: 'explicit' }, options) },
  }),
  'stored-bytes-count-each-blob-once': ({ checkpoints }) => ({
    checkpoints: { storedBytes: async (userId) => 150 * (await checkpoints.list({ userId, limit: 9 })).length },
  }),
  'checkpoints-are-counted-by-kind': ({ checkpoints }) => ({
    checkpoints: { count: async (userId) => ({ ...(await checkpoints.count(userId)), conversations: 3 }) },
  }),
}
