import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'what-was-read-from-a-program-is-found-by-its-key': () => ({ inspections: { get: async () => undefined } }),
  'what-was-read-long-ago-is-forgotten': () => ({ inspections: { removeBefore: async () => {} } }),
  'a-user-has-one-guard-policy': () => ({ policies: { remove: async () => true } }),
  'measures-come-back-newest-first-to-their-user-alone': ({ measures }) => ({
    measures: { last: async (of) => (await measures.last({ ...of, most: 9 })).reverse() },
  }),
}
