import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-question-is-asked-once-and-told-with-its-answer': ({ approvals }) => ({
    approvals: { ask: (question) => approvals.ask({ ...question, hash: question.id }) },
  }),
  'an-answer-serves-one-effect-and-no-other': ({ approvals }) => ({
    approvals: {
      use: async (of) =>
        (await approvals.list({ userId: of.userId, limit: 1 })).find(({ state }) => state !== 'waiting'),
    },
  }),
  'lasting-approvals-are-good-until-their-end': ({ approvals }) => ({
    approvals: { good: ({ userId }) => approvals.good({ userId, now: 0 }) },
  }),
  'a-lasting-approval-answers-nothing-after-its-end': ({ approvals }) => ({
    approvals: { use: (of) => approvals.use({ ...of, now: of.now - 1 }) },
  }),
  'a-suggestion-is-left-once-and-its-yes-is-taken-once': ({ approvals }) => ({
    approvals: { suggest: (asked, most) => approvals.suggest({ ...asked, hash: asked.id }, most) },
  }),
  'a-no-to-a-suggestion-stands-and-a-flood-leaves-few': ({ approvals }) => ({
    approvals: { suggest: (asked, { since }) => approvals.suggest(asked, { unanswered: 99, since }) },
  }),
  'questions-expire-and-stay-expired': () => ({ approvals: { expire: async () => {} } }),
  'questions-come-back-newest-first-to-their-user-alone': ({ approvals }) => ({
    approvals: { list: async (filter) => (await approvals.list(filter)).reverse() },
  }),
  'old-questions-are-forgotten-unless-they-wait-or-are-good': ({ approvals }) => ({
    approvals: { removeBefore: (at) => approvals.removeBefore(at, Number.MAX_SAFE_INTEGER) },
  }),
  'questions-of-a-user-are-removed-in-pieces': ({ approvals }) => ({
    approvals: { removeOf: (userId) => approvals.removeOf(userId, 9) },
  }),
}
