import { expect, it } from 'vitest'
import type { PlanRequest } from '../src/contract/plan.ts'
import { onDatabase } from './support/boundary-stores.ts'
import { killAtBoundaries } from './support/kill-at-boundaries.ts'
import { SESSION } from './support/plan-world.ts'

const act = (type: string, name: string, more = {}) => ({ action: { type, input: { name, ...more } } })

/** The kinds of effects: inside, undone, outside. */
const PLAN: PlanRequest = {
  session: SESSION,
  steps: [
    { id: 'bad', ...act('inside', 'bad', { fails: true }), mayFail: true, risky: true },
    { id: 'send', ...act('outside', 'send'), needs: ['bad'] },
    { id: 'last', ...act('inside', 'last'), needs: ['send'] },
  ],
}

/** One boundary of so many; `plan-boundaries.full.test.ts` has all, on PostgreSQL too. */
const EVERY = 3

it('a plan ends the same, with every effect once, wherever kill -9 ends its engine', async () => {
  const { calm, deaths } = await onDatabase('SQLite', (opened) =>
    killAtBoundaries({ ...opened, plan: PLAN, every: EVERY }),
  )
  expect([calm.state, calm.counts, calm.outside.length]).toEqual(['done', { last: 1 }, 1])
  expect(deaths).toBeGreaterThan(12 / EVERY)
})
