import type { z } from 'zod'
import { EngineError, problemsOf } from '../../contract/errors.ts'

/** Input in its right form; without a schema as it came. `root` names it in the problems that are told. */
export function parsed<T>(schema: z.ZodType<T> | undefined, value: unknown, root: string): T {
  if (!schema) return value as T
  const found = schema.safeParse(value)
  if (!found.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(found.error, root) })
  return found.data
}
