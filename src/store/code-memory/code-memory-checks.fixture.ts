import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'copies-of-a-program-join-one-pattern-of-their-user': ({ codePatterns }) => ({
    codePatterns: {
      put: (patterns) => codePatterns.put(patterns.map((each) => ({ ...each, fingerprint: each.id }))),
    },
  }),
  'a-program-of-an-agent-takes-words-of-its-own-runs-alone': () => ({ codePatterns: { removeAgent: async () => {} } }),
  'a-pattern-is-read-and-removed-by-its-user-alone': ({ codePatterns }) => ({
    codePatterns: { remove: async (userId, id) => userId === 'another' || codePatterns.remove(userId, id) },
  }),
  'patterns-that-one-run-alone-proves-go-with-it': () => ({ codePatterns: { removeByRun: async () => [] } }),
  'patterns-go-by-age-by-number-and-with-their-user': () => ({ codePatterns: { removeOldest: async () => [] } }),
  'vectors-of-programs-go-with-them-and-are-made-again-for-another-model': ({ codeVectors }) => ({
    codeVectors: { since: (of) => codeVectors.since({ ...of, model: 'm' }) },
  }),
  'known-repairs-are-counted-and-found-by-their-failure': ({ knownRepairs }) => ({
    knownRepairs: { find: async (failure) => (await knownRepairs.find(failure)).reverse() },
  }),
}
