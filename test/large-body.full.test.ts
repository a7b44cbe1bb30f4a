import { test } from 'vitest'
import { refusesLargeBodies } from './support/large-bodies.ts'

test.for([
  ['with its length told', true, 1],
  ['five times at once, in chunks', false, 5],
] as const)('a body of 500 MB %s is answered with 413 and never gathered in memory', ([, tellLength, times]) =>
  refusesLargeBodies({ tellLength, times }),
)
