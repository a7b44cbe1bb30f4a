import type { PlanBranch, PlanInfo, PlanRequest, PlanResume, PlanSummary } from '../contract/plan.ts'

export interface PlanCaller {
  /** The person at this host, unless a user is given. */
  userId?: string
  /** Ends the waiting; the plan goes on. */
  signal?: AbortSignal
}

/** Plans of steps that survive a crash of the engine. Another user's plan does not exist: PLAN_NOT_FOUND. */
export interface PlansApi {
  /** Starts a plan; throws INVALID_REQUEST with all its problems before anything is done. */
  start(request: PlanRequest, caller?: PlanCaller): Promise<{ planId: string }>
  /** Starts a plan and waits until it has ended, or waits for a person. */
  executePlan(request: PlanRequest, caller?: PlanCaller): Promise<PlanInfo>
  /** All problems of a plan, without starting it. */
  problemsOf(request: PlanRequest): string[]
  /** Waits until nothing of the plan goes on: it has ended, is paused, or waits for a person. */
  wait(id: string, caller?: PlanCaller): Promise<PlanInfo>
  get(id: string, userId: string): Promise<PlanInfo>
  /** Newest first. */
  list(query: { userId: string; limit: number; before?: string }): Promise<PlanSummary[]>
  /** Begins no further steps; those at work end. */
  pause(id: string, userId: string): Promise<PlanInfo>
  /**
   * Goes on with a paused plan, with a failed one from its failed steps, and with one that waits once somebody says what became of its
   * step: `done`, or `again`.
   */
  resume(id: string, userId: string, how?: PlanResume): Promise<PlanInfo>
  /** Ends a plan and the steps at work. */
  cancel(id: string, userId: string): Promise<PlanInfo>
  /** Does a step and everything after it anew, from the state of its session before that step. */
  rerun(id: string, userId: string, from: string): Promise<PlanInfo>
  /** Starts another plan that begins as this one was before a step, in a session of its own. */
  branch(id: string, userId: string, how: PlanBranch): Promise<{ planId: string }>
}
