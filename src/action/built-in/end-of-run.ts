import type { ErrorInfo, Outcome } from '../../contract/run.ts'
import type { ActionEnd } from '../action.ts'

const OUTCOMES: Record<Outcome, ActionEnd<unknown>['outcome']> = {
  ok: 'ok',
  'nothing-to-run': 'ok',
  failed: 'failed',
  error: 'failed',
  blocked: 'refused',
  cancelled: 'cancelled',
}

/** The end of an action whose work was a run. */
export const endOfRun = (outcome: Outcome | null, error?: ErrorInfo): Pick<ActionEnd<never>, 'outcome' | 'error'> => ({
  outcome: OUTCOMES[outcome ?? 'error'],
  ...(error && { error }),
})
