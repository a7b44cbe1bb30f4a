import type { PlanDelta, PlanStep } from '../contract/plan.ts'
import type { BoardNode } from './board-node.ts'

type Rule = (
  failed: BoardNode,
  limits: { planChangeMs: number },
) => { step: Partial<PlanStep>; why: string } | undefined

/** A step that ran out of time gets twice the time. */
const moreTime: Rule = ({ step, row }, { planChangeMs }) => {
  if (row?.error?.code !== 'STEP_TIMEOUT' || step.timeoutMs === undefined) return undefined
  const timeoutMs = Math.min(step.timeoutMs * 2, planChangeMs)
  return timeoutMs > step.timeoutMs
    ? { step: { timeoutMs }, why: `it ran out of time: ${timeoutMs} ms instead of ${step.timeoutMs}` }
    : undefined
}

/** A failure that may pass by itself is tried once more. */
const onceMore: Rule = ({ row }) =>
  row?.error?.retry === true ? { step: {}, why: `it may pass by itself: ${row.error.message}` } : undefined

const RULES = [moreTime, onceMore]

/** The change that the first fitting rule makes. */
export function changeByRule(failed: BoardNode, limits: { planChangeMs: number }): PlanDelta | undefined {
  for (const rule of RULES) {
    const change = rule(failed, limits)
    if (change) return { why: change.why, changed: [{ ...failed.step, ...change.step }], added: [] }
  }
  return undefined
}
