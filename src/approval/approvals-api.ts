import type {
  Approval,
  ApprovalDecision,
  ApprovalKind,
  ApprovalPolicies,
  ApprovalPolicy,
} from '../contract/approval.ts'
import type { Effect, NewHostAnswer, Purse } from '../contract/effect.ts'

export type { Effect } from '../contract/effect.ts'

export interface Decider {
  /** An admin decides for every user. */
  isAdmin?: boolean
}

export interface ApprovalsApi {
  /**
   * Resolves when the effect may happen: no policy asks, an approval covers exactly these arguments, or a person approved. Throws
   * APPROVAL_DENIED otherwise, also when the question expired. Asked where the effect happens, never earlier. `onAsk` hears of the
   * question that waits.
   */
  pass(effect: Effect, signal: AbortSignal, onAsk?: (approval: Approval) => void): Promise<void>
  /**
   * Whether a host that the network would refuse was opened by a person. Otherwise a question is left that nobody waits for, where a
   * policy lets people open new hosts and `mayAsk`; `onAsk` hears of a new one.
   */
  suggest(effect: Effect, asking: { mayAsk: boolean; onAsk?: (approval: Approval) => void }): Promise<NewHostAnswer>
  /** Whether a policy lets people open hosts that the network refuses to this user. */
  opensHosts(userId: string): Promise<boolean>
  /** Whether it may happen without a question: for trials, which ask nobody and use no answer up. */
  isFree(effect: Effect): Promise<boolean>
  /** Whether any effect of this kind of this user may have to wait; most callers stop here. */
  asks(kind: ApprovalKind, userId: string): Promise<boolean>
  /** Of one user, or of all without one. */
  list(query: { userId?: string; state?: Approval['state']; limit: number; before?: string }): Promise<Approval[]>
  get(id: string, userId: string, decider?: Decider): Promise<Approval>
  /** Throws APPROVAL_DECIDED for a question that waits no more. */
  decide(id: string, userId: string, decision: ApprovalDecision, decider?: Decider): Promise<Approval>
  /** Lets a model be asked within the amount of tokens that a policy gives its user, and asks a person beyond. */
  purse: Purse
  /** Removes everything of a user but the questions. */
  forget(userId: string): Promise<void>
  policies: {
    get(userId: string): Promise<ApprovalPolicies>
    /** Beside the policy of the server: a user's own never takes a question away. */
    put(userId: string, policy: ApprovalPolicy): Promise<ApprovalPolicies>
  }
}
