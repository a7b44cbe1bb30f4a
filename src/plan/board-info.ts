import type { PlanInfo, PlanStepInfo, PlanSummary } from '../contract/plan.ts'
import type { PlanHead, PlanRow, StepRow } from '../store/plan/plan-tables.ts'
import { createBoard } from './board.ts'
import type { BoardNode } from './board-node.ts'

/** A plan as its owner sees it. */
export function planInfoOf(plan: PlanRow, rows: StepRow[]): PlanInfo {
  const board = createBoard(plan.definition, rows, () => undefined)
  return { ...summaryOf(plan), ...(plan.error && { error: plan.error }), steps: board.all().map(stepInfo) }
}

export const summaryOf = (plan: PlanHead): PlanSummary => ({
  id: plan.id,
  name: plan.name,
  state: plan.state,
  sessionId: plan.sessionId,
  createdAt: plan.createdAt,
  updatedAt: plan.updatedAt,
  replans: plan.replans,
  branchOf: plan.branchOf,
})

function stepInfo({ path, step, state, row, needs }: BoardNode): PlanStepInfo {
  return {
    id: path,
    state,
    type: step.action?.type ?? null,
    attempts: row?.attempts ?? 0,
    needs: needs.map((need) => need.path),
    reach: row?.reach ?? null,
    actionId: row?.actionId ?? null,
    checkpointId: row?.checkpointId ?? null,
    startedAt: row?.startedAt ?? null,
    endedAt: row?.endedAt ?? null,
    ...(row?.output !== undefined && { output: row.output }),
    ...(row?.error && { error: row.error }),
    ...(row?.why !== undefined && { why: row.why }),
  }
}
