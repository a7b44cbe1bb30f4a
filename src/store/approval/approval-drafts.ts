import type { Approval } from '../../contract/approval.ts'
import type { StreamDraft } from '../../contract/event.ts'

type Asked = Pick<
  Approval,
  'id' | 'userId' | 'sessionId' | 'cause' | 'kind' | 'title' | 'reason' | 'names' | 'askedAt' | 'expiresAt'
>

const DECISIONS = { approved: 'approve', denied: 'deny', expired: 'expired', waiting: 'expired' } as const

/** Events of a question: in the stream of its session, or in one of its own. They hold no arguments. */
export const approvalDrafts = {
  asked: (approval: Asked) =>
    ({
      type: 'approval.asked',
      ...ofApproval(approval),
      at: approval.askedAt,
      ...(approval.cause !== null && { cause: approval.cause }),
      reason: approval.reason,
      names: approval.names,
      expiresAt: approval.expiresAt,
    }) satisfies StreamDraft,
  decided: (approval: Approval, at: number) =>
    ({
      type: 'approval.decided',
      ...ofApproval(approval),
      at,
      decision: DECISIONS[approval.state],
      decidedBy: approval.decidedBy,
      for: approval.for,
      pattern: approval.pattern,
    }) satisfies StreamDraft,
}

const ofApproval = ({ id, userId, sessionId, kind, title }: Omit<Asked, 'cause'>) => ({
  subject: sessionId === null ? (`approval:${id}` as const) : (`session:${sessionId}` as const),
  ...{ userId, sessionId, approvalId: id, kind, title },
})
