import { z } from 'zod'
import { userName } from '../../contract/api.ts'
import { eraseResult } from '../../contract/retention.ts'
import type { Engine } from '../../engine.ts'
import { answers, json, type Route, route } from '../http/route.ts'

export function userRoutes(engine: Engine): Route[] {
  return [
    route(
      {
        method: 'DELETE',
        path: '/v1/users/{user}/data',
        summary: 'Delete everything of a user and revoke their keys; runs and sandboxes that go on are ended first',
        access: 'admin',
        params: z.object({ user: userName.describe('As their keys name them') }),
        answers: answers(eraseResult, 'How much is gone; at most 1,000 runs with one call'),
      },
      async ({ params }) => json(await engine.retention.eraseUser(params.user ?? '')),
    ),
  ]
}
