import { z } from 'zod'

/** The end of a step, for conditions: `ended` is any of them. */
const stepEnd = z.enum(['done', 'failed', 'skipped'])

/** A value, or a reference to one: `{"$from": "step", "path": "exitCode"}`. */
const operand = z.unknown()

export const planCondition: z.ZodType<PlanCondition> = z
  .union([
    z.strictObject({ step: z.string(), ended: stepEnd }),
    z.strictObject({ all: z.lazy(() => z.array(planCondition).max(50)) }),
    z.strictObject({ any: z.lazy(() => z.array(planCondition).max(50)) }),
    z.strictObject({ not: z.lazy(() => planCondition) }),
    z.strictObject({ value: operand, is: operand }),
    z.strictObject({ value: operand, isNot: operand }),
    z.strictObject({ value: operand, over: operand }),
    z.strictObject({ value: operand, under: operand }),
    z.strictObject({ value: operand, has: operand }),
  ])
  .describe(
    '{"value": {"$from": "step", "path": "exitCode"}, "is": 0}; also isNot, over, under, has; {"step": "id", "ended": "failed"}; all, any, not',
  )
  .meta({ id: 'PlanCondition' })

/** A condition is data that is compared; nothing in it is ever evaluated as code. */
export type PlanCondition =
  | { step: string; ended: z.infer<typeof stepEnd> }
  | { all: PlanCondition[] }
  | { any: PlanCondition[] }
  | { not: PlanCondition }
  | ({ value?: unknown } & (
      | { is?: unknown }
      | { isNot?: unknown }
      | { over?: unknown }
      | { under?: unknown }
      | { has?: unknown }
    ))
