import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-key-is-found-by-its-hash': ({ keys }) => ({ keys: { find: async () => (await keys.list())[0] } }),
  'a-revoked-key-opens-nothing': ({ keys }) => ({
    keys: { find: async (hash) => (await keys.list()).find((key) => key.hash === hash), revokedAmong: async () => [] },
  }),
  'two-keys-never-share-a-hash': ({ keys }) => ({ keys: { add: (key) => keys.add(key).catch(() => {}) } }),
  'the-store-answers-until-it-is-closed': () => ({ ping: async () => {} }) as ReturnType<Breakage>,
}
