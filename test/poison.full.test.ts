import { expect, test } from 'vitest'
import { poisonedEngines } from './support/expect-unpoisoned.ts'

test('two hundred attempts to plant something leave no active lesson and move no policy', async () => {
  expect(await poisonedEngines()).toBeGreaterThanOrEqual(200)
})
