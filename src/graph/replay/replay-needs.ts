import type { ActionRecord, ActionRequest, ActionResult } from '../../contract/action.ts'
import type { RunEvent } from '../../contract/event.ts'
import type { RunRequest, RunResult } from '../../contract/run.ts'
import type { SessionInfo, SessionRequest } from '../../contract/session.ts'
import type { Journal } from '../../store/event/journal.ts'

export interface ReplayCaller {
  userId: string
  signal: AbortSignal
}

/** Everything that a replay does to the engine. */
export interface ReplayNeeds {
  journal: Pick<Journal, 'history' | 'storedStream'>
  run(request: RunRequest, caller: ReplayCaller): Promise<{ runId: string; result: Promise<RunResult> }>
  runs: { get(runId: string, userId: string): Promise<RunResult> }
  actions: {
    get(id: string, userId: string): Promise<ActionRecord>
    executeAction(request: ActionRequest, caller: ReplayCaller): Promise<ActionResult>
  }
  sessions: {
    get(id: string, userId: string): Promise<SessionInfo>
    create(request: SessionRequest, userId: string): Promise<SessionInfo>
    remove(id: string, userId: string): Promise<void>
    checkpoints: {
      list(of: { userId: string; sessionId: string; limit: number }): Promise<{ id: string }[]>
      branch(id: string, userId: string): Promise<SessionInfo>
    }
  }
  /** The repetition names the original as its cause. */
  causedBy<T>(cause: string, work: () => T): T
}

/** A run as it is compared. */
export interface ToldRun {
  result: RunResult
  events: RunEvent[]
}
