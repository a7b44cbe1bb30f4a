import { expect, test } from 'vitest'
import { poisonedEngine } from './support/expect-unpoisoned.ts'

test('two hundred different attempts to plant something leave no active lesson and move no policy', async () => {
  expect(await poisonedEngine()).toBeGreaterThanOrEqual(200)
})
