import { z } from 'zod'
import { checkpointInfo, checkpointRequest } from '../../contract/checkpoint.ts'
import { sessionId } from '../../contract/id.ts'
import {
  sessionHistory,
  sessionHistoryQuery,
  sessionInfo,
  sessionList,
  sessionQuery,
  sessionRequest,
  sessionUpdate,
} from '../../contract/session.ts'
import type { Engine } from '../../engine.ts'
import { readsSession } from '../http/for-tokens.ts'
import { answers, json, type Route, route } from '../http/route.ts'
import { sessionContentRoutes } from './session-content.ts'
import { sessionOf } from './session-of.ts'
import { sessionTerminalRoutes } from './session-terminal.ts'

const params = z.object({ sessionId })

export function sessionRoutes({ sessions }: Engine): Route[] {
  return [
    route(
      {
        ...{ method: 'POST', path: '/v1/sessions', body: sessionRequest },
        tag: 'Sessions',
        operation: 'createSession',
        summary: 'Make a session: variables and files that last from run to run',
        example: { body: { conversation: 'chat-7', limits: { memoryMb: 256 } } },
        errors: ['LIMIT_TOO_HIGH', 'NETWORK_REFUSED', 'VOLUME_NOT_FOUND'],
        answers: answers(sessionInfo, 'The session; name its id in "session" of a run'),
      },
      async ({ body, caller }) => json(await sessions.create(body, caller.userId)),
    ),
    route(
      {
        ...{ method: 'GET', path: '/v1/sessions', query: sessionQuery },
        tag: 'Sessions',
        operation: 'listSessions',
        summary: 'Your sessions, newest first',
        answers: answers(sessionList, 'One page of sessions'),
      },
      async ({ query: { conversation, before, limit }, caller }) => {
        const page = { limit, ...(conversation !== undefined && { conversation }), ...(before && { before }) }
        return json({ sessions: await sessions.list({ userId: caller.userId, ...page }) })
      },
    ),
    route(
      {
        ...{ method: 'GET', path: '/v1/sessions/{sessionId}', params },
        tag: 'Sessions',
        operation: 'getSession',
        summary: 'One session',
        answers: answers(sessionInfo, 'The session'),
      },
      async ({ params, caller }) => json(await sessions.get(params.sessionId, caller.userId)),
    ),
    route(
      {
        ...{ method: 'PUT', path: '/v1/sessions/{sessionId}', params, body: sessionUpdate },
        tag: 'Sessions',
        operation: 'updateSession',
        summary: 'Replace the metadata of a session',
        example: { body: { metadata: { chat: '7' } } },
        answers: answers(sessionInfo, 'The session'),
      },
      async ({ params, caller, body }) => json(await sessions.update(params.sessionId, caller.userId, body.metadata)),
    ),
    route(
      {
        ...{ method: 'DELETE', path: '/v1/sessions/{sessionId}', params },
        tag: 'Sessions',
        operation: 'deleteSession',
        summary: 'End a session and remove all that is in it; its checkpoints stay',
        answers: answers(sessionInfo, 'The session as it was'),
      },
      async ({ params, caller }) => {
        const id = params.sessionId
        const last = await sessions.get(id, caller.userId)
        await sessions.remove(id, caller.userId)
        return json(last)
      },
    ),
    route(
      {
        ...{ method: 'GET', path: '/v1/sessions/{sessionId}/history', params, query: sessionHistoryQuery },
        forTokens: readsSession,
        tag: 'Sessions',
        operation: 'getSessionHistory',
        summary: 'What was executed in a session, the oldest first',
        answers: answers(sessionHistory, 'One page of the history'),
      },
      async ({ params, caller, query }) =>
        json({ executions: await sessions.history(params.sessionId, caller.userId, query) }),
    ),
    route(
      {
        ...{ method: 'POST', path: '/v1/sessions/{sessionId}/checkpoints', params, body: checkpointRequest },
        tag: 'Sessions',
        operation: 'checkpointSession',
        summary: 'Make a checkpoint: everything in the session as it is now',
        example: { body: { label: 'data loaded' } },
        answers: answers(checkpointInfo, 'The checkpoint'),
      },
      async (input) => json(await sessions.checkpoints.create(...sessionOf(input), input.body)),
    ),
    route(
      {
        ...{ method: 'POST', path: '/v1/sessions/{sessionId}/restore', params },
        tag: 'Sessions',
        operation: 'restoreSession',
        summary: 'Make a session what it was at its latest checkpoint',
        errors: ['CHECKPOINT_NOT_FOUND'],
        answers: answers(sessionInfo, 'The session'),
      },
      async (input) => {
        const [id, owner] = sessionOf(input)
        const latest = await sessions.checkpoints.latest(id, owner.userId)
        return json(await sessions.checkpoints.restore(latest.id, owner))
      },
    ),
    ...sessionContentRoutes(sessions),
    ...sessionTerminalRoutes(sessions),
  ]
}
