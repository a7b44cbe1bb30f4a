import { test } from 'vitest'
import { expectHonestRoutes } from './support/expect-honest-routes.ts'

test('a route answers any input soon, by the contract, without a bug and without repeating the body, two hundred times', () =>
  expectHonestRoutes(200))
