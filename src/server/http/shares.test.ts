import { expect, it } from 'vitest'
import { createShares } from './shares.ts'

it('a used-up share is refused until one use ends, and other names do not notice', () => {
  const { take } = createShares(2)
  const [first, second] = [take('ada'), take('ada')]
  expect([first, second].every((end) => end !== undefined)).toBe(true)
  expect(take('ada')).toBeUndefined()
  expect(take('ben')).toBeDefined()
  first?.()
  expect(take('ada')).toBeDefined()
  expect(take('ada')).toBeUndefined()
})
