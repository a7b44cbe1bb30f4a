import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-repeat-key-is-taken-once-by-its-user-and-keeps-its-answer': ({ answers }) => ({
    answers: { begin: async (row) => (await answers.begin(row)) || true },
  }),
  'kept-answers-are-forgotten-by-age-and-by-user': ({ answers }) => ({
    answers: { removeOf: (userId) => answers.removeOf(userId, 9) },
  }),
}
