import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'the-end-of-a-run-owes-its-feedback-once': () => ({ feedback: { claim: async () => true } }),
  'feedback-leaves-the-queue-with-what-was-learnt-from-it-once': ({ lessons }) => ({
    lessons: { learn: ({ feedback: _, ...learnt }) => lessons.learn(learnt) },
  }),
  'the-queue-is-bounded-and-says-what-it-gave-up': () => ({ feedback: { bound: async () => 0 } }),
  'lessons-come-back-equal-to-their-user-alone': ({ lessons }) => ({
    lessons: { log: async (userId) => (await lessons.log(userId)).slice(1) },
  }),
  'a-forgotten-lesson-leaves-nothing-and-its-number-is-not-used-again': () => ({
    lessons: { forget: async () => {} },
  }),
  'a-lesson-reaches-another-user-by-grant-alone': () => ({ lessons: { granted: async () => [] } }),
  'facts-and-lessons-of-a-user-are-removed': () => ({ lessons: { removeOf: async () => 0 } }),
}
