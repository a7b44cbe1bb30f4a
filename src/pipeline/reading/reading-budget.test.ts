import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createReadingBudget } from './reading-budget.ts'

it('the time to read a program is spent by its own work, not by other work of the host, and ends when nobody waits any more', async () => {
  let isLeft = false
  const budget = createReadingBudget(40, () => isLeft)
  // Waits as long as a reader would beside ten other tasks for each core.
  await pause(200)
  expect(budget.isSpent()).toBe(false)
  const { user } = process.threadCpuUsage()
  while (process.threadCpuUsage().user - user < 50_000);
  expect(budget.isSpent()).toBe(true)
  isLeft = true
  expect(createReadingBudget(1_000, () => isLeft).isSpent()).toBe(true)
})
