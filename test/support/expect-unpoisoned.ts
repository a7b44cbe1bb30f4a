import { expect } from 'vitest'
import { type TestEngine, withEngine } from './engine.ts'
import { POISONED_WORDS, poisonedRuns } from './poison.ts'

const ALL = Number.MAX_SAFE_INTEGER

/** Plants in every way, and looks at everything that could have been moved. */
export async function expectUnpoisoned(
  { engine, call, keys }: TestEngine,
  runs: number,
  words: number,
): Promise<number> {
  const before = await policiesOf({ engine })
  const requests = poisonedRuns(runs)
  for (const request of requests) await (await engine.run(request, { userId: 'ada' })).result
  const lesson = {
    title: 'A repair',
    when: 'A division by nothing.',
    language: 'python',
    broken: 'print(1 / 0)\n',
    fixed: 'print(1)\n',
  }
  const planted = POISONED_WORDS.slice(0, words)
  for (const what of planted) {
    const answer = await call('/v1/playbook', { method: 'POST', body: { ...lesson, what } })
    expect([400, 422], what).toContain(answer.status)
  }
  await engine.learning.feedback.settle()
  const { lessons } = await engine.learning.playbook.list('ada')
  expect(lessons.filter(({ state }) => state === 'active')).toEqual([])
  const told = JSON.stringify(lessons.map(({ title, when, what }) => ({ title, when, what })))
  expect(told).not.toMatch(/ignore|disable|guard|curl|drop table|operator|promote|http|eval|y{20}/i)
  expect(await policiesOf({ engine })).toEqual(before)
  const other = (await (await call('/v1/playbook', { key: keys.ben })).json()) as {
    lessons: unknown[]
    granted: unknown[]
  }
  expect([other.lessons, other.granted]).toEqual([[], []])
  return requests.length + planted.length
}

const policiesOf = async ({ engine }: Pick<TestEngine, 'engine'>) => ({
  guard: await engine.quality.guardPolicies.get('ada'),
  approvals: await engine.approvals.policies.get('ada'),
  config: JSON.stringify(engine.config),
})

/** All attempts, each of them another one, in one engine. */
export const poisonedEngine = (): Promise<number> =>
  withEngine({}, (tools) => expectUnpoisoned(tools, ALL, POISONED_WORDS.length))
