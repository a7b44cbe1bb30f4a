import type { AttemptState } from '../contract/attempt-state.ts'
import type { Limits } from '../contract/limits.ts'
import type { ExecutionEnd, Outcome, RunRequest } from '../contract/run.ts'
import type { Language } from '../language/language.ts'
import type { Admission } from '../sandbox/slots.ts'
import type { StageContext } from './stage.ts'

/** One program that is to be run once. */
export interface Execution {
  block: number
  attempt: number
  code: string
  language: Language
  limits: Limits
  admission: Pick<Admission, 'takeSlot'>
  request: Pick<RunRequest, 'input' | 'args' | 'files' | 'options'>
  /** The workspace that it starts from: what the block before it left. All that start from it share it. */
  archive?: WorkspaceArchive | undefined
  /** Whether the workspace is wanted afterwards. */
  keepsWorkspace?: boolean | undefined
  /** Where it runs, instead of in a fresh box. */
  session?: RunSession | undefined
  /** Whether it is told what was spent. */
  measures?: boolean | undefined
}

/** A workspace as tar, in the pieces it came in: it may be as large as a box. */
export type WorkspaceArchive = readonly Uint8Array[]

/** What came of it. */
export interface Executed {
  end: ExecutionEnd
  /** The beginning of what it printed. */
  stdout: string
  /** The end of what it wrote to stderr: a traceback stands there. */
  stderr: string
  /** Whether the two texts are all that it printed. */
  isWhole: boolean
  /** What it left, where that is wanted and it ended well. */
  archive?: WorkspaceArchive
}

/** Where runs find the session that they name. */
export interface RunSessions {
  /** The session of a run, its own until it ends; and what the run has to keep to there. */
  forRun(
    request: RunRequest,
    sessionId: string,
    owner: { userId: string; signal?: AbortSignal | undefined },
  ): Promise<{ session: RunSession; limits: Limits; request: RunRequest }>
}

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
