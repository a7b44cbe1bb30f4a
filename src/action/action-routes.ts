import { z } from 'zod'
import { actionList, actionRecord, actionRequest, actionResult, actionTypes } from '../contract/action.ts'
import { actionId, sessionId } from '../contract/id.ts'
import { answers, type PartRoute, partRoute } from '../contract/part-route.ts'
import { toolInfoList } from '../contract/tool.ts'
import type { ActionsApi } from './actions-api.ts'

const listQuery = z.strictObject({
  session: sessionId.optional().describe('Those that worked in it'),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  before: actionId.optional().describe('The last id of the page before'),
})

export function actionRoutes(actions: ActionsApi): PartRoute[] {
  return [
    partRoute(
      {
        method: 'POST',
        path: '/v1/actions',
        tag: 'Actions',
        operation: 'executeAction',
        summary: 'Do one thing: run code or a command, work with files, call a tool',
        body: actionRequest,
        example: { body: { type: 'code.run', input: { code: 'print(6*7)', language: 'python' } } },
        errors: ['UNKNOWN_ACTION', 'SESSION_NOT_FOUND', 'UNSUPPORTED', 'SERVER_STOPPING'],
        answers: answers(actionResult, 'How it ended: a failure is an answer too'),
      },
      ({ body, caller, request }) => actions.executeAction(body, { userId: caller.userId, signal: request.signal }),
    ),
    partRoute(
      {
        method: 'GET',
        path: '/v1/actions',
        tag: 'Actions',
        operation: 'listActions',
        summary: 'Your actions, the newest first',
        query: listQuery,
        answers: answers(actionList, 'One page of them'),
      },
      async ({ query: { session, limit, before }, caller }) => ({
        actions: await actions.list({
          ...{ userId: caller.userId, limit },
          ...(session && { sessionId: session }),
          ...(before && { before }),
        }),
      }),
    ),
    partRoute(
      {
        method: 'GET',
        path: '/v1/actions/types',
        tag: 'Actions',
        operation: 'listActionTypes',
        summary: 'The types of actions, each with the schemas of its input and output',
        answers: answers(actionTypes, 'All types'),
      },
      async () => ({ types: actions.types() }),
    ),
    partRoute(
      {
        method: 'GET',
        path: '/v1/actions/tools',
        tag: 'Actions',
        operation: 'listActionTools',
        summary: 'The tools that the action tool.call can call',
        answers: answers(toolInfoList, 'All tools, and the servers that did not answer'),
      },
      ({ caller, request }) => actions.tools(caller.userId, request.signal),
    ),
    partRoute(
      {
        method: 'GET',
        path: '/v1/actions/{actionId}',
        tag: 'Actions',
        operation: 'getAction',
        summary: 'One action, with its input and its result',
        params: z.object({ actionId }),
        errors: ['ACTION_NOT_FOUND'],
        answers: answers(actionRecord, 'The action as it is kept'),
      },
      ({ params, caller }) => actions.get(params.actionId, caller.userId),
    ),
  ]
}
