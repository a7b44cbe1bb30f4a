import {
  type AgentOrder,
  agent,
  agentList,
  agentName,
  agentRoute,
  type NewAgent,
  type RouteRequest,
} from '../contract/agent.ts'
import { type FeedbackRequest, feedbackAccepted, feedbackState, insights } from '../contract/feedback.ts'
import { lessonId } from '../contract/id.ts'
import {
  type ForgetRequest,
  forgotten,
  type LessonOrder,
  type LessonState,
  lessonExplained,
  type Moment,
  type NewLesson,
  playbook,
  playbookHistory,
} from '../contract/playbook.ts'
import { localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

/** Programs of a lesson are run several times before the answer comes. */
const LONGEST_MS = 300_000
const POST = { method: 'POST', once: true } as const

/** Lessons from runs. */
export function playbookCalls(transport: Transport) {
  const path = '/v1/playbook'
  const one = (id: string) => `${path}/${knownLesson(id)}`
  return {
    /** As it is now, or was at a moment. */
    list: (query?: { agent?: string; state?: LessonState } & Partial<Moment>, call?: CallOptions) =>
      transport.json(playbook, { method: 'GET', path, query: { ...query }, ...call }),
    explain: async (id: string, call?: CallOptions) =>
      transport.json(lessonExplained, { method: 'GET', path: one(id), ...call }),
    history: (call?: CallOptions) =>
      transport.json(playbookHistory, { method: 'GET', path: `${path}/history`, ...call }),
    /** Counts when its programs behave as it says in the server's own sandbox. */
    add: (lesson: NewLesson, call?: CallOptions) =>
      transport.json(lessonExplained, { ...POST, path, body: lesson, workMs: LONGEST_MS, ...call }),
    change: async (id: string, order: LessonOrder, call?: CallOptions) =>
      transport.json(lessonExplained, { ...POST, path: one(id), body: order, ...call }),
    /** Sets the whole playbook back. */
    restore: (moment: Moment, call?: CallOptions) =>
      transport.json(playbook, { ...POST, path: `${path}/restore`, body: moment, ...call }),
    forget: (wanted: ForgetRequest, call?: CallOptions) =>
      transport.json(forgotten, { ...POST, path: `${path}/forget`, body: wanted, ...call }),
  }
}

/** Named agents. */
export function agentCalls(transport: Transport) {
  const path = '/v1/agents'
  const one = (name: string) => `${path}/${knownAgent(name)}`
  return {
    create: (wanted: NewAgent, call?: CallOptions) => transport.json(agent, { ...POST, path, body: wanted, ...call }),
    list: (call?: CallOptions) => transport.json(agentList, { method: 'GET', path, ...call }),
    get: async (name: string, call?: CallOptions) => transport.json(agent, { method: 'GET', path: one(name), ...call }),
    /** Shares its programs with another user, or ends that. */
    share: async (name: string, order: AgentOrder, call?: CallOptions) =>
      transport.json(agent, { ...POST, path: `${one(name)}/share`, body: order, ...call }),
    remove: async (name: string, call?: CallOptions) =>
      void (await transport.text({ method: 'DELETE', path: one(name), ...call })),
    /** Tells which agent is the best for a task. */
    route: (request: RouteRequest, call?: CallOptions) =>
      transport.json(agentRoute, { method: 'POST', path: `${path}/route`, body: request, ...call }),
  }
}

/** Verdicts on runs, and what follows from all of them. */
export function feedbackCalls(transport: Transport) {
  const path = '/v1/feedback'
  return {
    send: (request: FeedbackRequest, call?: CallOptions) =>
      transport.json(feedbackAccepted, { ...POST, path, body: request, ...call }),
    state: (call?: CallOptions) => transport.json(feedbackState, { method: 'GET', path, ...call }),
    /** Waits until everything that is owed now is learnt. */
    learn: (call?: CallOptions) =>
      transport.json(feedbackState, { ...POST, path: `${path}/learn`, workMs: LONGEST_MS, ...call }),
    setSamplingRate: (rate: number, call?: CallOptions) =>
      transport.json(feedbackState, { method: 'PUT', path: `${path}/sampling`, body: { rate }, ...call }),
    insights: (query?: { days?: number }, call?: CallOptions) =>
      transport.json(insights, { method: 'GET', path: '/v1/insights', query: { ...query }, ...call }),
  }
}

function knownLesson(id: string): string {
  if (lessonId.safeParse(id).success) return id
  throw localError('LESSON_NOT_FOUND', { lessonId: id })
}

function knownAgent(name: string): string {
  if (agentName.safeParse(name).success) return name
  throw localError('AGENT_NOT_FOUND', { name })
}
