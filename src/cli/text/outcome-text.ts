import type { Outcome } from '../../contract/run.ts'
import type { Style } from './screen.ts'

/** The look of each outcome, wherever one is shown. */
export const outcomeLook: Record<Outcome | 'running', { mark: string; style: Style; lasted: string }> = {
  ok: { mark: '✔', style: 'green', lasted: 'ok in' },
  failed: { mark: '✖', style: 'red', lasted: 'failed in' },
  blocked: { mark: '⊘', style: 'yellow', lasted: 'blocked in' },
  cancelled: { mark: '■', style: 'yellow', lasted: 'cancelled after' },
  error: { mark: '✖', style: 'red', lasted: 'given up after' },
  'nothing-to-run': { mark: '–', style: 'yellow', lasted: 'nothing to run after' },
  running: { mark: '…', style: 'cyan', lasted: 'running for' },
}
