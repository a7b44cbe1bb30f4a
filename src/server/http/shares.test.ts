import { expect, it } from 'vitest'
import { createShares } from './shares.ts'

it('a share is refused when it is used up, until one of it is given back, and nobody else notices', () => {
  const { take } = createShares(2)
  const [first, second] = [take('ada'), take('ada')]
  expect([first, second].every((end) => end !== undefined)).toBe(true)
  expect(take('ada')).toBeUndefined()
  expect(take('ben')).toBeDefined()
  first?.()
  expect(take('ada')).toBeDefined()
  expect(take('ada')).toBeUndefined()
})
