import type { Selectable } from 'kysely'
import type { PlanHead, PlanStepTable, PlanTable, StepRow } from './plan-tables.ts'

export function planColumns({ id, userId, sessionId, state, engineId, createdAt, updatedAt, ...body }: PlanHead) {
  const known = {
    id,
    user_id: userId,
    session_id: sessionId,
    state,
    engine_id: engineId,
    created_at: createdAt,
    updated_at: updatedAt,
  }
  return { ...known, body: JSON.stringify(body) }
}

export const planHead = (row: Omit<Selectable<PlanTable>, 'token'>): PlanHead => ({
  id: row.id,
  userId: row.user_id,
  sessionId: row.session_id,
  state: row.state,
  engineId: row.engine_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ...JSON.parse(row.body),
})

// JSON escapes NUL and lone surrogates, which PostgreSQL's text cannot hold as they are.
export const stepColumns = (planId: string, { path, state, ...body }: StepRow): PlanStepTable => ({
  plan_id: planId,
  path,
  state,
  body: JSON.stringify(body),
})

export const stepRow = ({ path, state, body }: Pick<PlanStepTable, 'path' | 'state' | 'body'>): StepRow => ({
  path,
  state,
  ...JSON.parse(body),
})
