import type { Approval, ApprovalKind } from './approval.ts'

/** An effect at the edge, just before it happens. */
export interface Effect {
  kind: ApprovalKind
  userId: string
  sessionId?: string
  actionId?: string
  /** The event that led to it. */
  cause?: string
  /** One line for people. */
  title: string
  /** Exactly what would be done, as JSON. */
  arguments: unknown
  /** The part of the arguments that an approval for a session is bound to; all of them unless it is told. */
  scope?: unknown
  /** The hosts, programs, tools or steps that patterns of policies and approvals are compared with. */
  names: string[]
}

/** Resolves when the effect may happen, and throws APPROVAL_DENIED otherwise; `onAsk` hears of the question that waits. */
export type Pass = (effect: Effect, signal: AbortSignal, onAsk?: (approval: Approval) => void) => Promise<void>

/**
 * Hosts beyond those that a sandbox may reach: its network asks here before it refuses one that the ceiling covers. `asked` leaves a
 * question behind, and its answer serves a later connection.
 */
export interface NewHosts {
  ceiling: string[]
  mayReach(target: { host: string; port: number }): Promise<NewHostAnswer>
}

export type NewHostAnswer = 'yes' | 'asked' | 'no'

/** The caller that an effect is for. */
export interface EdgeCaller {
  userId: string
  sessionId?: string | undefined
  cause?: string | undefined
  signal: AbortSignal
  onAsk?: (approval: Approval) => void
  /** Effects that this caller was allowed already, by their content: a run asks once for each, however often it tries. */
  passed?: Set<string> | undefined
}

/** The user who pays for a question to a model. */
export type Payer = Pick<Effect, 'userId' | 'sessionId' | 'cause'> & Pick<EdgeCaller, 'onAsk'>

/**
 * Resolves when so many tokens may be spent, and throws APPROVAL_DENIED otherwise; with `asksNobody` at once, without a question to a person. The function that it gives is told how many were
 * spent in the end.
 */
export type Purse = (
  call: { model: string; tokens: number; of: Payer; asksNobody?: boolean },
  signal: AbortSignal,
) => Promise<(spent: number) => Promise<void>>

/** A program with everything that decides what it does. */
export interface EdgeProgram {
  language: string
  code: string
  /** Hosts that it may reach. */
  hosts?: string[]
  /** Standard input, arguments, files: an approval is bound to them too. */
  given?: Record<string, unknown>
}

/** The places where effects happen ask here, whichever door they came through. Each call resolves when the effect may happen. */
export interface Edge {
  program(program: EdgeProgram, of: EdgeCaller): Promise<void>
  /** Whether a program may run without a question: trials ask nobody. */
  isFree(program: EdgeProgram, of: EdgeCaller): Promise<boolean>
  hosts(hosts: string[], given: Record<string, unknown>, of: EdgeCaller): Promise<void>
  /** Undefined where no policy lets a person open new hosts. `given` is the place that an answer is bound to. */
  newHosts(given: Record<string, unknown>, of: EdgeCaller): Promise<NewHosts | undefined>
  process(command: string[], given: Record<string, unknown>, of: EdgeCaller): Promise<void>
  /** Commands that are known only as a whole, such as the recipe of a template. */
  recipe(title: string, given: Record<string, unknown>, of: EdgeCaller): Promise<void>
}
