import type { AttemptState } from '../contract/attempt-state.ts'
import type { Outcome } from '../contract/run.ts'
import type { Executed, Execution } from './execution.ts'
import type { StageContext } from './stage.ts'

/** What became of a block that ran in a session. */
export interface Settlement {
  outcome: Outcome
  /** The program as it was last; absent when nothing was run. */
  execution: Execution
}

/**
 * The session that a run works in, its alone until the run has ended. An execution starts from the state that was settled
 * last; what another one has changed meanwhile is undone first.
 */
export interface RunSession {
  readonly id: string
  /** Told before anything is executed, for the history. */
  begin(runId: string): void
  execute(execution: Execution, context: StageContext): Promise<Executed>
  /** Makes what the last execution changed the session's, for good, when it went well; undoes it otherwise. */
  settle(settlement: Settlement, signal: AbortSignal): Promise<AttemptState>
  /** Before something that the guard has doubts about. */
  beforeRisk(): Promise<void>
  /** Undoes what was not settled, and lets others use the session. */
  leave(): Promise<void>
}
