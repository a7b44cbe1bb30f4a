import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-task-is-told-with-its-row-and-does-not-change-when-it-has-ended': ({ tasks }) => ({
    tasks: { put: (task) => tasks.put(task) },
  }),
  'tasks-come-back-newest-first-to-their-user-alone': ({ tasks }) => ({
    tasks: { list: async (filter) => (await tasks.list(filter)).reverse() },
  }),
  'tasks-of-dead-engines-are-found-until-they-have-ended': ({ tasks }) => ({
    tasks: { abandoned: () => tasks.abandoned(Number.MAX_SAFE_INTEGER) },
  }),
  'old-tasks-are-forgotten-when-they-have-ended': () => ({ tasks: { removeBefore: async () => {} } }),
  'tasks-of-a-user-are-removed-in-pieces': ({ tasks }) => ({
    tasks: { removeOf: (userId) => tasks.removeOf(userId, 9) },
  }),
}
