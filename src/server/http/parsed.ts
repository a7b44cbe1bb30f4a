import type { z } from 'zod'
import { EngineError, problemsOf } from '../../contract/errors.ts'

/** Validates input by its schema; without a schema it stays as it is. `root` names it in the reported problems. */
export function parsed<T>(schema: z.ZodType<T> | undefined, value: unknown, root: string): T {
  if (!schema) return value as T
  const found = schema.safeParse(value)
  if (!found.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(found.error, root) })
  return found.data
}
