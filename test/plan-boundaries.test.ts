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

it.each([
  { name: 'SQLite', every: 1 },
  { name: 'PostgreSQL', every: 4 },
] as const)(
  'a plan on $name ends the same, with every effect once, wherever kill -9 ends its engine',
  async ({ name, every }) => {
    const { calm, deaths } = await onDatabase(name, (opened) => killAtBoundaries({ ...opened, plan: PLAN, every }))
    expect([calm.state, calm.counts, calm.outside.length]).toEqual(['done', { last: 1 }, 1])
    expect(deaths).toBeGreaterThan(12 / every)
  },
)
