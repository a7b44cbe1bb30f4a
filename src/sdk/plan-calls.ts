import type { z } from 'zod'
import { planId } from '../contract/id.ts'
import {
  type PlanRequest,
  type PlanResume,
  type planBranch,
  planInfo,
  planList,
  planStarted,
} from '../contract/plan.ts'
import { localError } from './api-error.ts'
import type { CallOptions, Follow } from './client-options.ts'
import { followStream } from './event-calls.ts'
import type { Transport } from './transport.ts'

/** Plans of steps that survive a crash of the server. */
export function planCalls(transport: Transport, follow: (call: CallOptions | undefined) => Follow) {
  const path = '/v1/plans'
  const get = async (id: string, call?: CallOptions) =>
    transport.json(planInfo, { method: 'GET', path: at(id), ...call })
  const change = async (id: string, what: string, body: unknown, call?: CallOptions) =>
    transport.json(planInfo, { method: 'POST', path: at(id, `/${what}`), body, once: true, ...call })
  /** The events of a plan while it goes on; aborting leaves the plan alone. */
  const events = (id: string, call?: CallOptions) => followStream({ subject: `plan:${known(id)}` }, follow(call))
  return {
    /** Refused with INVALID_REQUEST and all problems before anything is done. */
    start: (request: PlanRequest, call?: CallOptions) =>
      transport.json(planStarted, { method: 'POST', path, body: request, once: true, ...call }),
    get,
    list: (query?: { limit?: number; before?: string }, call?: CallOptions) =>
      transport.json(planList, { method: 'GET', path, query: { ...query }, ...call }),
    events,
    /** Waits until the plan has ended, is paused, or waits for a person. */
    wait: async (id: string, call?: CallOptions) => {
      for await (const { type } of events(id, call)) {
        if (type !== 'plan.end' && type !== 'plan.paused' && type !== 'plan.waiting') continue
        const plan = await get(id, call)
        if (plan.state !== 'running') return plan
      }
      return get(id, call)
    },
    pause: (id: string, call?: CallOptions) => change(id, 'pause', undefined, call),
    /** Goes on with a paused or failed plan, or says what became of a step whose effect is unknown. */
    resume: (id: string, how: PlanResume = {}, call?: CallOptions) => change(id, 'resume', how, call),
    cancel: (id: string, call?: CallOptions) => change(id, 'cancel', undefined, call),
    /** Does a step and everything after it anew, from the state before that step. */
    rerun: (id: string, from: string, call?: CallOptions) => change(id, 'rerun', { from }, call),
    /** Starts another plan that begins as this one was before a step. */
    branch: async (id: string, how: z.input<typeof planBranch>, call?: CallOptions) =>
      transport.json(planStarted, { method: 'POST', path: at(id, '/branch'), body: how, once: true, ...call }),
  }

  function at(id: string, rest = ''): string {
    return `${path}/${known(id)}${rest}`
  }
}

/** An id that cannot be one would become another path. */
function known(id: string): string {
  if (planId.safeParse(id).success) return id
  throw localError('PLAN_NOT_FOUND', { planId: id })
}
