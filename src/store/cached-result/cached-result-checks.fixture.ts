import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-cached-result-is-its-users-alone-and-the-last-one-counts': ({ cachedResults }) => ({
    cachedResults: { put: async (result) => (result.state === 'seen' ? cachedResults.put(result) : undefined) },
  }),
  'cached-results-go-with-either-run-by-number-by-age-and-with-their-user': () => ({
    cachedResults: { removeOldest: async () => {} },
  }),
}
