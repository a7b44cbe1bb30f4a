import { expect, test } from 'vitest'
import type { FoundPattern } from '../../contract/memory.ts'
import { createExamplesFor } from './examples-for.ts'

const found = (id: string, code: string): FoundPattern => ({
  ...{ id, code, language: 'python', source: 'run', worked: 1, runs: [], createdAt: 1, changedAt: 1, score: 0.5 },
})
const known = [found('long', 'x'.repeat(900)), found('a', 'print(1)'), found('b', 'print(2)'), found('c', 'print(3)')]
const idsWithin = async (budget: number) => {
  const examples = await createExamplesFor(async () => known, budget)({ userId: 'ada', code: 'x', language: 'python' })
  return examples.map(({ id }) => id)
}

test('a model is shown the two best programs, whole ones within the budget, and none without a budget', async () => {
  expect(await idsWithin(1000)).toEqual(['long', 'a'])
  expect(await idsWithin(100)).toEqual(['a', 'b'])
  expect(await idsWithin(3)).toEqual(['a'])
  expect(await idsWithin(0)).toEqual([])
})
