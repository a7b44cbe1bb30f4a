import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'outcomes-of-strategies-add-up': ({ outcomes }) => ({
    outcomes: { add: (list) => outcomes.add(list.map((outcome) => ({ ...outcome, lost: 0 }))) },
  }),
  'old-outcomes-of-strategies-are-forgotten': () => ({ outcomes: { removeBefore: async () => {} } }),
}
