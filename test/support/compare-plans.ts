import assert from 'node:assert/strict'
import type { PlanInfo } from '../../src/contract/plan.ts'
import { countsIn, outsideOf } from './plan-world.ts'

/** Everything of a plan and its world that must not depend on kills. */
export function storyOf({ state, steps }: PlanInfo, directory: string) {
  return {
    state,
    steps: steps.map(({ id, state: ended, output = null }) => ({ id, state: ended, output })),
    counts: countsIn(directory),
    outside: outsideOf(directory)
      .map((key) => key.replace(/^pln[^.]*/, ''))
      .sort(),
  }
}

export type PlanStory = ReturnType<typeof storyOf>

/** Throws where a plan that was killed tells another story than the same plan undisturbed, or did an outside effect twice. */
export function assertSameStory(killed: PlanStory, undisturbed: PlanStory): void {
  const twice = killed.outside.filter((key, index) => killed.outside.indexOf(key) !== index)
  assert.deepEqual(twice, [], 'an effect outside happened twice')
  assert.deepEqual(killed, undisturbed)
}
