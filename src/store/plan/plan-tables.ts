import type { ActionReach } from '../../contract/action.ts'
import type { PlanDefinition, PlanState, StepState } from '../../contract/plan.ts'
import type { ErrorInfo } from '../../contract/run.ts'

export type PlanTables = { plan: PlanTable; plan_definition: PlanDefinitionTable; plan_step: PlanStepTable }

export interface PlanTable {
  id: string
  user_id: string
  session_id: string | null
  state: PlanState
  /** The engine at work on it; free when that engine has no lease. */
  engine_id: string | null
  /** Made anew with each acquisition: a write that names another one changes nothing. */
  token: string | null
  created_at: number
  updated_at: number
  /** JSON of `PlanBody`. */
  body: string
}

/** Apart from its plan: SQLite reads all of a row to change any of it, and each step changes the row of its plan. */
export interface PlanDefinitionTable {
  plan_id: string
  /** JSON of `PlanDefinition`. */
  body: string
}

export interface PlanStepTable {
  plan_id: string
  path: string
  state: StepState
  /** JSON of `StepBody`. */
  body: string
}

interface PlanBody {
  name: string | null
  branchOf: string | null
  /** How often the rest of it was changed. */
  replans: number
  /** How often a person had steps done anew: outside effects of the next round have other keys. */
  round: number
  /** Checkpoints that are restored before anything else is done. */
  restores: string[]
  error?: ErrorInfo | undefined
}

/** A plan without its steps, which may be many. */
export interface PlanHead extends PlanBody {
  id: string
  userId: string
  sessionId: string | null
  state: PlanState
  engineId: string | null
  createdAt: number
  updatedAt: number
}

export interface PlanRow extends PlanHead {
  definition: PlanDefinition
}

interface StepBody {
  attempts: number
  reach: ActionReach | null
  actionId: string | null
  sessionId: string | null
  checkpointId: string | null
  startedAt: number | null
  endedAt: number | null
  /** The list of a fan-out, as it was when it began. */
  items?: unknown[] | undefined
  output?: unknown
  error?: ErrorInfo | undefined
  why?: string | undefined
}

/** A step that has begun, or waits with the state before it. A step without a row waits. */
export interface StepRow extends StepBody {
  path: string
  state: StepState
}

/** A change by the engine at work, with the events that tell it. */
export interface PlanChange {
  at: number
  steps?: StepRow[]
  /** Paths of steps whose rows go. */
  forgotten?: string[]
  plan?: Partial<Pick<PlanRow, 'state' | 'definition' | 'replans' | 'round' | 'restores' | 'error'>>
  /** Gives the plan back in the same transaction. */
  releases?: boolean
}
