import type { Call, TestEngine } from './engine.ts'

type Sample = Call & { path: string; status: number }

const STEPS = [{ id: 'a', action: { type: 'shell.run', input: { command: 'sleep 60' } } }]

/** A plan that is paused while its step is at work. */
export async function makePlan({ call }: Pick<TestEngine, 'call'>): Promise<{ planId: string }> {
  const { planId } = (await (await call('/v1/plans', { body: { steps: STEPS } })).json()) as { planId: string }
  await call(`/v1/plans/${planId}/pause`, { method: 'POST' })
  return { planId }
}

const change = (planId: string, what: string, body?: unknown): Sample => ({
  ...{ path: `/v1/plans/${planId}/${what}`, status: what === 'branch' ? 202 : 200, method: 'POST' },
  ...(body !== undefined && { body }),
})

/** In the order of the routes: the plan goes on, ends, and begins anew. */
export const planSamples: Record<string, (known: { planId: string }) => Sample[]> = {
  'POST /v1/plans': () => [{ path: '/v1/plans', status: 202, body: { steps: STEPS } }],
  'GET /v1/plans': () => [{ path: '/v1/plans?limit=2', status: 200 }],
  'GET /v1/plans/{planId}': ({ planId }) => [{ path: `/v1/plans/${planId}`, status: 200 }],
  'POST /v1/plans/{planId}/pause': ({ planId }) => [change(planId, 'pause')],
  'POST /v1/plans/{planId}/resume': ({ planId }) => [change(planId, 'resume', {})],
  'POST /v1/plans/{planId}/cancel': ({ planId }) => [change(planId, 'cancel')],
  'POST /v1/plans/{planId}/rerun': ({ planId }) => [change(planId, 'rerun', { from: 'a' })],
  'POST /v1/plans/{planId}/branch': ({ planId }) => [change(planId, 'branch', { from: 'a' })],
}
