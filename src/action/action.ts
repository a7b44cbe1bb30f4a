import type { z } from 'zod'
import type { ActionReach, ActionResult } from '../contract/action.ts'

/** One type of action: its schemas, the place of its effects, and the work. One file for each type. */
export interface Action<Input = unknown, Output = unknown> {
  type: string
  /** For people and models: one sentence. */
  description: string
  input: z.ZodType<Input>
  output: z.ZodType<Output>
  /** Problems that only input and session together show. */
  problemsOf?(input: Input, place: Pick<ActionPlace, 'sessionId'>): string[]
  /** Says before the work where its effects go: a run without network is `inside`, one with network `outside`. */
  reachOf(input: Input, place: ActionPlace): ActionReach
  /** A program that fails is a result; an `EngineError` becomes `failed`, or `refused` where a policy said no. */
  execute(input: Input, context: ActionContext): Promise<ActionEnd<Output>>
}

/** The session that an action works in, if any. */
export interface ActionPlace {
  sessionId?: string
  /** Whether a program in the session can change more than its state: it may reach hosts, or write into volumes. */
  reachesOut: boolean
}

/** Everything that an action knows of its surroundings. */
export interface ActionContext {
  actionId: string
  userId: string
  sessionId?: string
  /** Repetitions of the same step of a plan have the same key: outside effects are sent with it. */
  idempotencyKey: string
  /** The `action.start` of this action; events of the work name it. */
  cause?: string
  signal: AbortSignal
}

export type ActionEnd<Output> = Pick<ActionResult, 'error'> & {
  outcome: 'ok' | 'failed' | 'refused' | 'cancelled'
  output?: Output
  /** The run that did the work; `action.end` names it. */
  runId?: string
}

/** Any action: the registry holds those of all inputs, and judges an input by the schema before it is handed over. */
// biome-ignore lint/suspicious/noExplicitAny: no other type is both above and below every input.
export type AnyAction = Action<any, unknown>
