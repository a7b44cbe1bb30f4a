import { z } from 'zod'
import { userName } from '../contract/api.ts'
import {
  approval,
  approvalDecision,
  approvalList,
  approvalPolicies,
  approvalPolicy,
  approvalState,
} from '../contract/approval.ts'
import type { Caller } from '../contract/caller.ts'
import { EngineError } from '../contract/errors.ts'
import { approvalId } from '../contract/id.ts'
import { answers, type PartRoute, partRoute } from '../contract/part-route.ts'
import type { ApprovalsApi } from './approvals-api.ts'

const listQuery = z.strictObject({
  state: approvalState.optional(),
  scope: z.enum(['own', 'all']).default('own').describe('all: those of every user, for admins'),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  before: approvalId.optional().describe('The last id of the page before'),
})

const deciderOf = ({ scope }: Caller) => ({ isAdmin: scope === 'admin' })

export function approvalRoutes(approvals: ApprovalsApi): PartRoute[] {
  const params = z.object({ approvalId })
  return [
    partRoute(
      {
        method: 'GET',
        path: '/v1/approvals',
        tag: 'Approvals',
        operation: 'listApprovals',
        summary: 'Questions that wait for a person, or did, the newest first',
        query: listQuery,
        errors: ['FORBIDDEN'],
        answers: answers(approvalList, 'One page of them'),
      },
      async ({ query: { state, scope, limit, before }, caller }) => {
        if (scope === 'all' && caller.scope !== 'admin')
          throw new EngineError('FORBIDDEN', { what: 'see the questions of other users' })
        const own = scope === 'own' ? { userId: caller.userId } : {}
        return {
          approvals: await approvals.list({ ...own, limit, ...(state && { state }), ...(before && { before }) }),
        }
      },
    ),
    partRoute(
      {
        method: 'GET',
        path: '/v1/approvals/policy',
        tag: 'Approvals',
        operation: 'getApprovalPolicy',
        summary: 'What waits for a person: by the settings of the server, and for you',
        answers: answers(approvalPolicies, 'Both policies; each of them can ask'),
      },
      ({ caller }) => approvals.policies.get(caller.userId),
    ),
    partRoute(
      {
        method: 'PUT',
        path: '/v1/users/{user}/approval-policy',
        tag: 'Approvals',
        operation: 'setApprovalPolicy',
        summary: 'Say which effects of a user wait for a person, beside those that the server names',
        access: 'admin',
        params: z.object({ user: userName.describe('As their keys name them').meta({ examples: ['ada'] }) }),
        body: approvalPolicy,
        example: { body: { commands: ['git'], hosts: ['*'], sql: true } },
        answers: answers(approvalPolicies, 'Both policies as they are now'),
      },
      ({ params: { user }, body }) => approvals.policies.put(user, body),
    ),
    partRoute(
      {
        method: 'GET',
        path: '/v1/approvals/{approvalId}',
        tag: 'Approvals',
        operation: 'getApproval',
        summary: 'One question, with exactly what would be done',
        params,
        errors: ['APPROVAL_NOT_FOUND'],
        answers: answers(approval, 'The question as it is now'),
      },
      ({ params: { approvalId: id }, caller }) => approvals.get(id, caller.userId, deciderOf(caller)),
    ),
    partRoute(
      {
        method: 'POST',
        path: '/v1/approvals/{approvalId}',
        tag: 'Approvals',
        operation: 'decideApproval',
        summary: 'Answer a question: once, for its session, or for all that match a pattern',
        params,
        body: approvalDecision,
        example: { body: { decision: 'approve', for: 'once' } },
        errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_DECIDED', 'FORBIDDEN'],
        answers: answers(approval, 'The question with its answer'),
      },
      ({ params: { approvalId: id }, body, caller }) => approvals.decide(id, caller.userId, body, deciderOf(caller)),
    ),
  ]
}
