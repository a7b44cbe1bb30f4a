import { expect, it } from 'vitest'
import { EngineError } from '../contract/errors.ts'
import { type SearchParts, searchInThread } from './search-in-thread.ts'

const FAULT = { language: 'python', code: 'x', diagnosis: { fingerprint: 'f', pattern: 'p' } }

it.each([
  ['a program that is too much for the rules is no trouble of the engine', 'late', 0],
  ['a thread that died over a program is', 'died', 1],
])('%s', async (_, why, count) => {
  const troubles: unknown[] = []
  const parts: SearchParts = {
    reading: { ask: () => Promise.reject(new EngineError('NOT_READ', { why, reason: 'it took long' })) },
    strategies: async () => [],
    preferred: () => [],
    record: { likelihood: () => 1 },
    onTrouble: (error) => troubles.push(error),
  }
  const found = await searchInThread({ fault: FAULT } as never, parts, new AbortController().signal)
  expect(found.candidates).toEqual([])
  expect(troubles).toHaveLength(count)
})
