import { type Breakage, givingUpNothing } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-session-comes-back-equal': () => ({ sessions: { update: async () => {} } }),
  'sessions-are-listed-newest-first-to-their-user-alone': ({ sessions }) => ({
    sessions: { list: ({ userId, limit, before }) => sessions.list({ userId, limit, ...(before && { before }) }) },
  }),
  'executions-of-a-session-are-numbered': ({ sessions }) => ({
    sessions: { history: (filter) => sessions.history({ ...filter, after: 0 }) },
  }),
  'a-step-gives-up-the-state-before': ({ sessions }) => ({
    sessions: { advance: (step) => givingUpNothing(sessions.advance(step)) },
  }),
  'a-state-that-a-session-began-as-stays-until-both-have-left-it': ({ sessions }) => ({
    sessions: {
      async remove(id, why) {
        const { stateId } = (await sessions.get(id)) ?? { stateId: '' }
        await sessions.remove(id, why)
        return { blobs: [stateId ?? ''] }
      },
    },
  }),
  'only-the-engine-that-has-a-session-moves-it-on': ({ sessions }) => ({
    sessions: { claim: (id, engineId) => sessions.claim(id, engineId, Number.MAX_SAFE_INTEGER) },
  }),
  'idle-sessions-are-those-that-no-living-engine-has': ({ sessions }) => ({
    sessions: { idle: (filter) => sessions.idle({ ...filter, now: Number.MAX_SAFE_INTEGER }) },
  }),
  'a-removed-session-is-gone-with-its-history': ({ sessions }) => ({
    sessions: { remove: (id, why) => givingUpNothing(sessions.remove(id, why)) },
  }),
}
