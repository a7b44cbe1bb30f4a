import { expect, it } from 'vitest'
import type { PlanRequest } from '../src/contract/plan.ts'
import { onDatabase } from './support/boundary-stores.ts'
import { killAtBoundaries } from './support/kill-at-boundaries.ts'
import { SESSION } from './support/plan-world.ts'

const act = (type: string, name: string, more = {}) => ({ action: { type, input: { name, ...more } } })

/** Every kind of step, and each way that a step can end. */
const PLAN: PlanRequest = {
  session: SESSION,
  steps: [
    { id: 'first', ...act('inside', 'first') },
    { id: 'bad', ...act('inside', 'bad', { fails: true }), mayFail: true, retries: 1, risky: true, needs: ['first'] },
    { id: 'send', ...act('outside', 'send'), needs: ['first'] },
    { id: 'never', ...act('inside', 'never'), when: { step: 'bad', ended: 'done' } },
    { id: 'each', forEach: { items: [1, 2], atOnce: 2 }, ...act('inside', 'each'), needs: ['bad'] },
    { id: 'sub', plan: { steps: [{ id: 'last', ...act('inside', 'last', { of: { $from: 'each' } }) }] } },
  ],
}

it.each(['SQLite', 'PostgreSQL'] as const)(
  'a plan of every kind of step on %s ends the same wherever kill -9 ends its engine',
  async (name) => {
    const { calm, deaths } = await onDatabase(name, (opened) => killAtBoundaries({ ...opened, plan: PLAN, every: 1 }))
    expect([calm.state, calm.counts]).toEqual(['done', { first: 1, each: 2, last: 1 }])
    expect(deaths).toBeGreaterThan(25)
  },
)
