import type { z } from 'zod'
import { EngineError, problemsOf } from '../../../contract/errors.ts'

/** What was sent, in its right form; a body that may be left out is an empty one. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  return parsed(schema, body === undefined ? {} : body, 'body')
}

/** The same for a query, of whose parts the first of each name counts. */
export function parseQuery<T>(schema: z.ZodType<T>, query: URLSearchParams): T {
  return parsed(schema, Object.fromEntries([...query].toReversed()), 'query')
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, root: string): T {
  const found = schema.safeParse(value)
  if (!found.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(found.error, root) })
  return found.data
}
