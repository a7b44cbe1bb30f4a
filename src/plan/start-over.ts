import { EngineError } from '../contract/errors.ts'
import type { PlanRow, StepRow } from '../store/plan/plan-tables.ts'
import { type BoardNode, nodesOf } from './board-node.ts'

interface StartOver {
  /** Ids of the steps that are done anew. */
  reset: string[]
  /** Paths of all rows of those steps. */
  forgotten: string[]
  /** The state of each session before the first of them, as checkpoints. */
  restores: string[]
}

/**
 * The steps that are done anew when one is: those that need it, and those that worked in the same sessions after it, since going back takes
 * their effects along.
 */
export function startOver({ id, definition }: PlanRow, steps: StepRow[], from: string): StartOver {
  const nodes = nodesOf(definition.steps, undefined)
  const first = nodes.find(({ path }) => path === from)
  if (!first) throw new EngineError('PLAN_STEP_NOT_FOUND', { planId: id, step: from })
  const byStep = Map.groupBy(steps, ({ path }) => path.split(/[/[]/, 1)[0] ?? path)
  const reset = new Set<BoardNode>()
  const add = (node: BoardNode) => {
    if (reset.has(node)) return
    reset.add(node)
    node.dependents.forEach(add)
  }
  add(first)
  for (let size = 0; size < reset.size; ) {
    size = reset.size
    const points = pointsOf(rowsOf(reset, byStep))
    for (const node of nodes) if ((byStep.get(node.path) ?? []).some((row) => isAfter(row, points))) add(node)
  }
  const rows = rowsOf(reset, byStep)
  return {
    reset: [...reset].map(({ path }) => path),
    forgotten: rows.map(({ path }) => path),
    restores: [...pointsOf(rows).values()].map(({ checkpointId }) => checkpointId as string),
  }
}

const rowsOf = (reset: Set<BoardNode>, byStep: Map<string, StepRow[]>) =>
  [...reset].flatMap(({ path }) => byStep.get(path) ?? [])

/** The earliest step of each session that has a way back. */
function pointsOf(rows: StepRow[]): Map<string, StepRow> {
  const points = new Map<string, StepRow>()
  for (const row of rows) {
    if (row.sessionId === null || row.checkpointId === null) continue
    const known = points.get(row.sessionId)
    if (!known || (row.startedAt ?? 0) < (known.startedAt ?? 0)) points.set(row.sessionId, row)
  }
  return points
}

function isAfter({ sessionId, checkpointId, startedAt }: StepRow, points: Map<string, StepRow>): boolean {
  const point = sessionId === null || checkpointId === null ? undefined : points.get(sessionId)
  return point !== undefined && (startedAt ?? 0) > (point.startedAt ?? 0)
}
