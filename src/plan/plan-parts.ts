import type { Config } from '../config/settings.ts'
import type { ActionReach, ActionRequest, ActionResult, ActionTypeInfo } from '../contract/action.ts'
import type { Pass } from '../contract/effect.ts'
import type { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import type { LanguageModel } from '../model/model.ts'
import type { Journal } from '../store/event/journal.ts'
import type { Store } from '../store/store.ts'

/** Actions as plans use them. */
export interface StepActions {
  executeAction(
    request: ActionRequest,
    caller: { userId: string; signal: AbortSignal; cause?: string; idempotencyKey: string; actionId: string },
  ): Promise<ActionResult>
  problemsOf(request: ActionRequest): string[]
  reachOf(request: ActionRequest, userId: string): Promise<ActionReach>
  types(): ActionTypeInfo[]
}

interface Owner {
  userId: string
  signal?: AbortSignal
}

/** Sessions as plans use them. */
export interface StepSessions {
  create(request: object, userId: string): Promise<{ id: string }>
  get(id: string, userId: string): Promise<unknown>
  checkpoints: {
    createForStep(sessionId: string, owner: Owner, label: string): Promise<{ id: string }>
    restore(id: string, owner: Owner): Promise<unknown>
    branch(id: string, userId: string): Promise<{ id: string }>
  }
}

/** Puts a risky step before a person where the policy says so; resolves when it may begin. */
interface StepApprovals {
  pass: Pass
}

/** Everything that plans need of the rest of the engine. */
export interface PlanNeeds extends Ground {
  config: Pick<Config, 'planParallel' | 'planReplans' | 'planChangeMs' | 'retentionDays' | 'shutdownGraceMs'>
  store: Pick<Store, 'plans'> & { events: Pick<Store['events'], 'lastSeq'> }
  journal: Pick<Journal, 'followStream'>
  engineId: string
  /** Whether this process runs one program and ends: it goes on with its own plans only. */
  isBrief: boolean
  actions: StepActions
  sessions: StepSessions
  approvals?: StepApprovals
  model?: LanguageModel | undefined
  onBug(error: unknown): EngineError
}
