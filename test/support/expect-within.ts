import { expect } from 'vitest'

/** A place in a text begins and ends inside of it. */
export function expectWithin(text: string, { start, end }: { start: number; end: number }): void {
  expect(start).toBeGreaterThanOrEqual(0)
  expect(end).toBeGreaterThanOrEqual(start)
  expect(end).toBeLessThanOrEqual(text.length)
}
