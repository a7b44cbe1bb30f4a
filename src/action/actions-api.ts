import type { ActionReach, ActionRecord, ActionRequest, ActionResult, ActionTypeInfo } from '../contract/action.ts'
import type { AnyAction } from './action.ts'
import type { ToolsApi } from './tool/tools-api.ts'

export interface ActionCaller {
  /** The person at this host, unless a user is given. */
  userId?: string
  signal?: AbortSignal
  /** The event that led to the action: of a plan's step, of a task. */
  cause?: string
  /** One id for all tries of one step; otherwise the action's own id. */
  idempotencyKey?: string
  /** Gives the action this id, made before: the row of a step names it before it begins. ACTION_EXISTS when it is taken. */
  actionId?: string
}

/** Actions of every type through one interface. Each is stored, and told as `action.start` and `action.end`. */
export interface ActionsApi extends ToolsApi {
  /**
   * Throws before anything is done for a request that cannot be one: UNKNOWN_ACTION, INVALID_REQUEST, SESSION_NOT_FOUND, UNSUPPORTED for a
   * browser that is not there. Every other ending is a result.
   */
  executeAction(request: ActionRequest, caller?: ActionCaller): Promise<ActionResult>
  /** All problems of a request's type and input, without doing anything. */
  problemsOf(request: ActionRequest): string[]
  /** Looks at the session too: a program in a session that may reach hosts has effects outside. */
  reachOf(request: ActionRequest, userId?: string): Promise<ActionReach>
  types(): ActionTypeInfo[]
  /** Adds a type; the embedding program and the browser bring theirs. */
  register(action: AnyAction): void
  get(id: string, userId: string): Promise<ActionRecord>
  /** Newest first. */
  list(query: { userId: string; sessionId?: string; limit: number; before?: string }): Promise<ActionRecord[]>
}
