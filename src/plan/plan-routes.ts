import { z } from 'zod'
import { planId } from '../contract/id.ts'
import { answers, type PartRoute, partRoute } from '../contract/part-route.ts'
import {
  planBranch,
  planInfo,
  planList,
  planQuery,
  planRequest,
  planRerun,
  planResume,
  planStarted,
} from '../contract/plan.ts'
import type { PlansApi } from './plans-api.ts'

const params = z.object({ planId })
const tag = 'Plans'
const SAMPLE = {
  steps: [
    { id: 'write', action: { type: 'file.write', input: { path: 'answer.py', content: 'print(6 * 7)' } } },
    { id: 'run', action: { type: 'shell.run', input: { command: 'python3 answer.py' } }, needs: ['write'] },
  ],
  session: 'new',
}
const started = (description: string) => answers(planStarted, description).map((answer) => ({ ...answer, status: 202 }))
const info = answers(planInfo, 'The plan as it is now')
const changes = ['PLAN_NOT_FOUND', 'PLAN_STATE'] as const

export function planRoutes(plans: PlansApi): PartRoute[] {
  return [
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/plans', tag, operation: 'startPlan' },
        summary: 'Start a plan of steps; all its problems are told before anything is done',
        body: planRequest,
        example: { body: SAMPLE },
        errors: ['SESSION_NOT_FOUND'],
        answers: started('The plan has started'),
      },
      ({ body, caller: { userId } }) => plans.start(body, { userId }),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/plans', tag, operation: 'listPlans' },
        summary: 'Your plans, the newest first',
        query: planQuery,
        answers: answers(planList, 'One page'),
      },
      async ({ query: { limit, before }, caller: { userId } }) => ({
        plans: await plans.list({ userId, limit, ...(before && { before }) }),
      }),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/plans/{planId}', tag, operation: 'getPlan', params },
        summary: 'A plan with all its steps as they are now',
        errors: ['PLAN_NOT_FOUND'],
        answers: info,
      },
      ({ params: { planId: id }, caller: { userId } }) => plans.get(id, userId),
    ),
    ...changeRoutes(plans),
  ]
}

function changeRoutes(plans: PlansApi): PartRoute[] {
  return [
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/plans/{planId}/pause', tag, operation: 'pausePlan', params },
        summary: 'Begin no further steps; those at work end',
        ...{ errors: changes, answers: info },
      },
      ({ params: { planId: id }, caller: { userId } }) => plans.pause(id, userId),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/plans/{planId}/resume', tag, operation: 'resumePlan', params },
        summary: 'Go on with a paused or failed plan, or say what became of a step whose effect is unknown',
        body: planResume,
        example: { body: {} },
        ...{ errors: [...changes, 'PLAN_STEP_NOT_FOUND', 'PLAN_BUSY'] as const, answers: info },
      },
      ({ params: { planId: id }, body, caller: { userId } }) => plans.resume(id, userId, body),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/plans/{planId}/cancel', tag, operation: 'cancelPlan', params },
        summary: 'End a plan and the steps at work',
        ...{ errors: changes, answers: info },
      },
      ({ params: { planId: id }, caller: { userId } }) => plans.cancel(id, userId),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/plans/{planId}/rerun', tag, operation: 'rerunPlan', params },
        summary: 'Do a step and everything after it anew, from the state before that step',
        body: planRerun,
        example: { body: { from: 'run' } },
        ...{ errors: [...changes, 'PLAN_STEP_NOT_FOUND', 'PLAN_BUSY'] as const, answers: info },
      },
      ({ params: { planId: id }, body: { from }, caller: { userId } }) => plans.rerun(id, userId, from),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/plans/{planId}/branch', tag, operation: 'branchPlan', params },
        summary: 'Start another plan that begins as this one was before a step, in a session of its own',
        body: planBranch,
        example: { body: { from: 'run' } },
        errors: [...changes, 'PLAN_STEP_NOT_FOUND', 'CHECKPOINT_NOT_FOUND'],
        answers: started('The branch has started'),
      },
      ({ params: { planId: id }, body, caller: { userId } }) => plans.branch(id, userId, body),
    ),
  ]
}
