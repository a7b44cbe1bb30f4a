import { expect, it } from 'vitest'
import { EngineError } from './errors.ts'
import { parsed } from './parsed.ts'
import { runRequest } from './run.ts'

function hintFor(body: unknown): string {
  try {
    parsed(runRequest, body, 'body')
  } catch (error) {
    if (error instanceof EngineError) return error.hint
  }
  throw new Error('not refused')
}

it('the hint about a misspelt field names the one that was probably meant', () => {
  expect(hintFor({ code: '1', lang: 'python', sessionId: 'x' })).toBe(
    'Did you mean "language" instead of "lang", "session" instead of "sessionId"? Correct the named fields; /docs lists what each route takes.',
  )
  expect(hintFor({ code: '1', options: { limits: { memorymb: 5 } } })).toContain('"memoryMb" instead of "memorymb"')
  expect(hintFor({ code: '1', memoryMb: 5 })).toContain('"options.limits.memoryMb" instead of "memoryMb"')
})

it('the hint about anything else suggests nothing', () => {
  expect(hintFor({ code: 1, nonsense: true })).toBe('Correct the named fields; /docs lists what each route takes.')
})
