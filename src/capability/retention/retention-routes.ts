import { z } from 'zod'
import { userName } from '../../contract/api.ts'
import { runId } from '../../contract/id.ts'
import { answers, type PartRoute, partRoute } from '../../contract/part-route.ts'
import { eraseResult, pruneQuery, pruneResult } from '../../contract/retention.ts'
import type { RetentionApi } from './retention-api.ts'

export function retentionRoutes(retention: RetentionApi): PartRoute[] {
  return [
    partRoute(
      {
        method: 'DELETE',
        path: '/v1/runs/{runId}',
        tag: 'Runs',
        operation: 'deleteRun',
        summary: 'Delete a run that has ended, with its events and output',
        params: z.object({ runId }),
        errors: ['RUN_STILL_RUNNING'],
        answers: [{ status: 204, description: 'It is gone' }],
      },
      ({ params, caller }) => retention.deleteRun(params.runId, caller.userId),
    ),
    partRoute(
      {
        method: 'DELETE',
        path: '/v1/runs',
        tag: 'Runs',
        operation: 'deleteRuns',
        summary: 'Delete your runs of before a moment, beyond a number, or all that have ended',
        query: pruneQuery,
        example: { query: { keep: 100 } },
        answers: answers(pruneResult, 'How many are gone; at most 1,000 with one call'),
      },
      ({ query: { before, keep, dryRun }, caller: { userId } }) =>
        retention.pruneRuns({
          userId,
          isDryRun: dryRun === 'true',
          ...(before !== undefined && { beforeMs: Date.parse(before) }),
          ...(keep !== undefined && { keep }),
        }),
    ),
    partRoute(
      {
        method: 'DELETE',
        path: '/v1/users/{user}/data',
        tag: 'Keys',
        operation: 'eraseUser',
        summary: 'Delete everything of a user and revoke their keys; runs and sandboxes that go on are ended first',
        access: 'admin',
        params: z.object({ user: userName.describe('As their keys name them').meta({ examples: ['ada'] }) }),
        answers: answers(eraseResult, 'How much is gone; at most 1,000 runs with one call'),
      },
      ({ params }) => retention.eraseUser(params.user),
    ),
  ]
}
