import { expect, it } from 'vitest'
import { distanceOf } from './likely-names.ts'

it('a name can be compared with one that is longer than the stack', () => {
  expect(distanceOf('ab', 'x'.repeat(150_000), 2)).toBeGreaterThan(2)
})
