import type { PlanRequest } from '../../src/contract/plan.ts'
import { SESSION } from './plan-world.ts'

type Step = PlanRequest['steps'][number]

/** The same numbers for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed + 0x6d2b79f5
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A plan of 3 to 9 steps of all kinds, whose needs make any graph without circles. */
export function randomPlan(seed: number): PlanRequest {
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const length = 3 + below(7)
  const steps = Array.from({ length }, (_, index): Step => {
    const id = `s${index}`
    const needs = Array.from({ length: index }, (_unused, earlier) => `s${earlier}`).filter(() => random() < 0.35)
    const type = ['inside', 'inside', 'inside', 'outside', 'look'][below(5)] ?? 'inside'
    const fails = type === 'inside' && random() < 0.15
    const from = needs[0] === undefined ? {} : { after: { $from: needs[0] } }
    const action = { type, input: { name: id, ms: below(3), ...(fails && { fails }), ...from } }
    const more = { ...(fails && { mayFail: true, retries: below(3), risky: random() < 0.5 }) }
    const shape = random()
    if (fails || shape > 0.3) return { id, needs, action, ...more }
    if (shape > 0.15) return { id, needs, forEach: { items: [1, 2, 3], atOnce: 2 }, action }
    const inner = ['a', 'b'].map((name) => ({ id: name, action: { type, input: { name: `${id}/${name}`, ms: 1 } } }))
    return { id, needs, plan: { steps: inner.map((one, at) => (at === 1 ? { ...one, needs: ['a'] } : one)) } }
  })
  return { steps, session: SESSION }
}
