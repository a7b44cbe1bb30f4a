import type {
  Approval,
  ApprovalDecision,
  ApprovalKind,
  ApprovalPolicies,
  ApprovalPolicy,
} from '../contract/approval.ts'
import type { Effect } from '../contract/effect.ts'

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
  /** Whether it may happen without a question: for trials, which ask nobody and use no answer up. */
  isFree(effect: Effect): Promise<boolean>
  /** Whether any effect of this kind of this user may have to wait; most callers stop here. */
  asks(kind: ApprovalKind, userId: string): Promise<boolean>
  /** Of one user, or of all without one. */
  list(query: { userId?: string; state?: Approval['state']; limit: number; before?: string }): Promise<Approval[]>
  get(id: string, userId: string, decider?: Decider): Promise<Approval>
  /** Throws APPROVAL_DECIDED for a question that waits no more. */
  decide(id: string, userId: string, decision: ApprovalDecision, decider?: Decider): Promise<Approval>
  policies: {
    get(userId: string): Promise<ApprovalPolicies>
    /** Beside the policy of the server: a user's own never takes a question away. */
    put(userId: string, policy: ApprovalPolicy): Promise<ApprovalPolicies>
    /** Leaves the policy of the server alone. */
    remove(userId: string): Promise<void>
  }
}
