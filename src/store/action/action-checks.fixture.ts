import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'an-action-is-told-with-its-row-and-ends-once': () => ({ actions: { end: async () => true } }),
  'actions-in-a-session-stand-in-its-stream': ({ actions }) => ({
    actions: { begin: (action) => actions.begin({ ...action, sessionId: null }) },
  }),
  'an-action-with-a-taken-id-changes-and-tells-nothing': ({ actions }) => ({
    actions: { begin: (action) => actions.begin({ ...action, id: `${action.id}${Math.random()}` }) },
  }),
  'actions-come-back-newest-first-to-their-user-alone': ({ actions }) => ({
    actions: { list: async (filter) => (await actions.list(filter)).reverse() },
  }),
  'actions-of-dead-engines-are-found-until-they-have-ended': ({ actions }) => ({
    actions: { abandoned: () => actions.abandoned(Number.MAX_SAFE_INTEGER) },
  }),
  'long-values-of-actions-are-kept-in-part': ({ actions }) => ({
    actions: { end: ({ output: _, ...end }) => actions.end(end) },
  }),
  'old-actions-are-forgotten-when-they-have-ended': () => ({ actions: { removeBefore: async () => {} } }),
  'actions-of-a-user-are-removed-in-pieces': ({ actions }) => ({
    actions: { removeOf: (userId) => actions.removeOf(userId, 9) },
  }),
}
