import { z } from 'zod'
import {
  branchRequest,
  checkpointDetails,
  checkpointDiff,
  checkpointInfo,
  checkpointList,
  checkpointQuery,
  checkpointStats,
} from '../../contract/checkpoint.ts'
import { checkpointId } from '../../contract/id.ts'
import { sessionInfo } from '../../contract/session.ts'
import type { Engine } from '../../engine.ts'
import { readUpload } from '../http/read-body.ts'
import { answers, json, type Route, route } from '../http/route.ts'

const params = z.object({ checkpointId })

export function checkpointRoutes({ sessions: { checkpoints } }: Engine): Route[] {
  const archive = 'application/x-tar'
  return [
    route(
      {
        ...{ method: 'GET', path: '/v1/checkpoints', query: checkpointQuery },
        tag: 'Checkpoints',
        operation: 'listCheckpoints',
        summary: 'Your checkpoints, newest first',
        answers: answers(checkpointList, 'Those of one session or conversation, or all'),
      },
      async ({ query: { session, conversation, limit }, caller }) => {
        const of = { ...(session && { sessionId: session }), ...(conversation !== undefined && { conversation }) }
        return json({ checkpoints: await checkpoints.list({ userId: caller.userId, limit, ...of }) })
      },
    ),
    route(
      {
        ...{ method: 'GET', path: '/v1/checkpoints/stats' },
        tag: 'Checkpoints',
        operation: 'getCheckpointStats',
        summary: 'How many checkpoints you have and what they take',
        answers: answers(checkpointStats, 'Numbers'),
      },
      async ({ caller }) => json(await checkpoints.stats(caller.userId)),
    ),
    route(
      {
        ...{ method: 'POST', path: '/v1/checkpoints' },
        tag: 'Checkpoints',
        operation: 'importCheckpoint',
        summary: 'Import a checkpoint: a new session that begins as it',
        upload: 'What exporting a checkpoint gave',
        errors: ['STATE_DAMAGED', 'ARCHIVE_REFUSED'],
        answers: answers(checkpointInfo, 'The checkpoint; its sessionId names the new session'),
      },
      async ({ caller, request }) => json(await checkpoints.import(caller.userId, readUpload(request).content)),
    ),
    route(
      {
        ...{ method: 'GET', path: '/v1/checkpoints/{checkpointId}', params },
        tag: 'Checkpoints',
        operation: 'getCheckpoint',
        summary: 'What a checkpoint holds: variables, files, versions',
        answers: answers(checkpointDetails, 'The checkpoint'),
      },
      async ({ params, caller }) => json(await checkpoints.show(params.checkpointId, caller.userId)),
    ),
    route(
      {
        ...{ method: 'GET', path: '/v1/checkpoints/{checkpointId}/diff/{other}' },
        params: z.object({ checkpointId, other: checkpointId }),
        tag: 'Checkpoints',
        operation: 'compareCheckpoints',
        summary: 'What changed from one checkpoint to another: files and variables',
        answers: answers(checkpointDiff, 'The differences'),
      },
      async ({ params: { checkpointId: from, other: to }, caller, request }) =>
        json(await checkpoints.diff({ from, to }, { userId: caller.userId, signal: request.signal })),
    ),
    route(
      {
        ...{ method: 'POST', path: '/v1/checkpoints/{checkpointId}/restore', params },
        tag: 'Checkpoints',
        operation: 'restoreCheckpoint',
        summary: 'Make the session what it was at this checkpoint',
        answers: answers(sessionInfo, 'The session'),
      },
      async ({ params, caller, request }) =>
        json(await checkpoints.restore(params.checkpointId, { userId: caller.userId, signal: request.signal })),
    ),
    route(
      {
        ...{ method: 'POST', path: '/v1/checkpoints/{checkpointId}/branch', params, body: branchRequest },
        tag: 'Checkpoints',
        operation: 'branchCheckpoint',
        summary: 'Make a new session that begins as this checkpoint',
        example: { body: { conversation: 'chat-8' } },
        answers: answers(sessionInfo, 'The new session'),
      },
      async ({ params, caller, body }) =>
        json(await checkpoints.branch(params.checkpointId, caller.userId, body.conversation)),
    ),
    route(
      {
        ...{ method: 'GET', path: '/v1/checkpoints/{checkpointId}/archive', params },
        tag: 'Checkpoints',
        operation: 'exportCheckpoint',
        summary: 'A checkpoint as one file, to keep it or to import it elsewhere',
        answers: [{ status: 200, description: 'The archive', content: { [archive]: null } }],
      },
      async ({ params, caller }) => {
        const content = await checkpoints.export(params.checkpointId, caller.userId)
        return new Response(ReadableStream.from(content), { headers: { 'content-type': archive } })
      },
    ),
    route(
      {
        ...{ method: 'DELETE', path: '/v1/checkpoints/{checkpointId}', params },
        tag: 'Checkpoints',
        operation: 'deleteCheckpoint',
        summary: 'Remove a checkpoint, and what only it needed',
        answers: answers(checkpointInfo, 'The checkpoint as it was'),
      },
      async ({ params, caller }) => json(await checkpoints.remove(params.checkpointId, caller.userId)),
    ),
  ]
}
