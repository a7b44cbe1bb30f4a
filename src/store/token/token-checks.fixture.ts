import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-token-is-found-by-its-hash-and-listed-while-it-is-open': ({ tokens }) => ({
    tokens: { list: ({ now: _, ...filter }) => tokens.list({ ...filter, now: 0 }) },
  }),
  'a-revoked-token-is-told-from-open-ones': () => ({ tokens: { revokedAmong: async () => [] } }),
  'tokens-go-with-their-time-and-their-user': () => ({ tokens: { removeBefore: async () => {} } }),
}
