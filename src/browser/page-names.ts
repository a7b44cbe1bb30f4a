import type { ActionRequest, ActionResult } from '../contract/action.ts'
import { EngineError, type ErrorCode, errors } from '../contract/errors.ts'
import { type PageCalls, pageCalls } from '../contract/page-calls.ts'
import type { SessionInfo, SessionRequest } from '../contract/session.ts'

/** The user for whom the library is called. */
export interface PageCaller {
  userId: string
  signal?: AbortSignal
}

export interface PageNeeds {
  actions: { executeAction(request: ActionRequest, caller?: PageCaller): Promise<ActionResult> }
  sessions: { create(request: SessionRequest, userId: string): Promise<SessionInfo> }
}

/** Sessions and pages for the program that embeds the engine, by the names that the client has for them. */
export interface PageNames extends PageCalls<PageCaller> {
  createSession(request: SessionRequest, caller: PageCaller): Promise<SessionInfo>
}

export const pageNames = ({ actions, sessions }: PageNeeds): PageNames => ({
  ...pageCalls<PageCaller>({ execute: actions.executeAction, errorOf }),
  createSession: (request, { userId }) => sessions.create(request, userId),
})

function errorOf({ error }: ActionResult): Error {
  if (!error) return new EngineError('ACTION_INTERRUPTED', {})
  const { status } = errors[error.code as ErrorCode]
  return Object.assign(new EngineError('INTERNAL', { requestId: '' }), { ...error, status, details: {} })
}
