import type { StepRow } from '../store/plan/plan-tables.ts'

/**
 * Steps that wait to be done anew, and the states of their sessions before them. Those are restored before anything else is done: a step that
 * restored its own when it begins would take along the effects of steps that came before it this time.
 */
export function doneAnew(rows: StepRow[]): { reset: StepRow[]; restores: string[] } {
  const reset = rows.map(({ output: _, error: __, why: ___, ...kept }): StepRow => {
    return { ...kept, state: 'waiting', attempts: 0, checkpointId: null, startedAt: null, endedAt: null }
  })
  return { reset, restores: rows.flatMap(({ checkpointId }) => checkpointId ?? []) }
}
