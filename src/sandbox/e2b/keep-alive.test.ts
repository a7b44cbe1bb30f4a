import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepAlive, LIFE_MS } from './keep-alive.ts'
import { RemoteFailure, type RemoteSandbox } from './remote.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('the life of a sandbox is prolonged again and again, also after a failure, until that is stopped', async () => {
  const given: number[] = []
  const sandbox = {
    prolong: async (lifeMs: number) => {
      given.push(lifeMs)
      if (given.length === 2) throw new RemoteFailure('busy', '503: busy')
    },
  } as unknown as RemoteSandbox
  const rest = keepAlive(sandbox)
  await vi.advanceTimersByTimeAsync(LIFE_MS - 1)
  expect(given.length).toBeGreaterThan(3)
  expect(new Set(given)).toEqual(new Set([LIFE_MS]))
  const before = given.length
  rest()
  await vi.advanceTimersByTimeAsync(LIFE_MS)
  expect(given.length).toBe(before)
})
