import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-step-is-stored-with-its-event-and-comes-back-whole': ({ plans }) => ({
    plans: { write: (claim, change) => plans.write(claim, change, []) },
  }),
  'one-living-engine-has-a-plan': ({ plans }) => ({
    plans: { claim: (claim) => plans.claim({ ...claim, now: Number.MAX_VALUE }) },
  }),
  'a-lost-engine-changes-nothing': ({ plans }) => ({
    plans: {
      write: (claim, { at, steps = [] }) =>
        plans.alter(claim.planId, () => ({ at, steps, drafts: [] }), at).then(({ state }) => ({ state, told: [] })),
    },
  }),
  'an-owner-takes-a-plan-from-its-engine': ({ plans }) => ({
    plans: {
      alter: (id, decide, now) => plans.alter(id, (...known) => ({ ...decide(...known), takes: false }), now),
    },
  }),
  'plans-come-back-newest-first-to-their-user-alone': ({ plans }) => ({
    plans: { list: async (filter) => (await plans.list(filter)).reverse() },
  }),
  'plans-of-a-user-are-removed-in-pieces-and-old-ended-ones-are-forgotten': () => ({
    plans: { removeBefore: async () => {} },
  }),
}
