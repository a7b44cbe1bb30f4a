import { test } from 'vitest'
import { expectHonestRoutes } from './support/expect-honest-routes.ts'

test('whatever is sent to a route, it answers soon, by the contract, without a bug and without repeating the body, two hundred times', () =>
  expectHonestRoutes(200))
