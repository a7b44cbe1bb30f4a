import {
  type ApprovalDecision,
  type ApprovalPolicy,
  type ApprovalState,
  approval,
  approvalList,
  approvalPolicies,
} from '../contract/approval.ts'
import { approvalId } from '../contract/id.ts'
import { localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

export interface ApprovalQuery {
  state?: ApprovalState
  /** `all` needs an admin key. */
  scope?: 'own' | 'all'
  limit?: number
  before?: string
}

/** Questions that wait for a person. */
export function approvalCalls(transport: Transport) {
  const path = '/v1/approvals'
  const pathOf = (id: string): string => {
    if (!approvalId.safeParse(id).success) throw localError('APPROVAL_NOT_FOUND', { approvalId: id })
    return `${path}/${id}`
  }
  return {
    /** Newest first; `before` is the last id of the previous page. */
    list: (query?: ApprovalQuery, call?: CallOptions) =>
      transport.json(approvalList, { method: 'GET', path, query: { ...query }, ...call }),
    get: async (id: string, call?: CallOptions) =>
      transport.json(approval, { method: 'GET', path: pathOf(id), ...call }),
    decide: async (id: string, decision: ApprovalDecision, call?: CallOptions) =>
      transport.json(approval, { method: 'POST', path: pathOf(id), body: decision, once: true, ...call }),
    policy: (call?: CallOptions) =>
      transport.json(approvalPolicies, { method: 'GET', path: `${path}/policy`, ...call }),
    /** For admins. */
    setPolicy: (user: string, policy: ApprovalPolicy, call?: CallOptions) =>
      transport.json(approvalPolicies, {
        ...{ method: 'PUT', path: `/v1/users/${encodeURIComponent(user)}/approval-policy`, body: policy },
        ...call,
      }),
  }
}
