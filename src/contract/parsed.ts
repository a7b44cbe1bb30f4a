import type { z } from 'zod'
import { EngineError, problemsOf } from './errors.ts'
import { nearField } from './near-field.ts'

/** Validates input by its schema; without a schema it stays as it is. `root` names it in the reported problems. */
export function parsed<T>(schema: z.ZodType<T> | undefined, value: unknown, root: string): T {
  if (!schema) return value as T
  const found = schema.safeParse(value)
  if (found.success) return found.data
  const meant = meantFields(schema, found.error)
  throw new EngineError('INVALID_REQUEST', { problems: problemsOf(found.error, root), ...(meant && { meant }) })
}

const MOST_SUGGESTIONS = 3

/** Unknown fields that look like known ones: `Did you mean "language" instead of "lang"?` as an order. */
function meantFields(schema: z.ZodType, { issues }: z.ZodError): string {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? [issue] : []))
  const pairs = unknown.flatMap(({ path, keys }) =>
    keys.slice(0, MOST_SUGGESTIONS).flatMap((key) => {
      const field = nearField(schema, path, key)
      return field === undefined ? [] : [`"${field}" instead of "${key}"`]
    }),
  )
  return pairs.length === 0
    ? ''
    : `Did you mean ${pairs.slice(0, MOST_SUGGESTIONS).join(', ')}? Correct the named fields`
}
