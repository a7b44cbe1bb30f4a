import { z } from 'zod'
import { runId } from '../../contract/id.ts'
import { webhookDelivery, webhookSecret } from '../../contract/webhook.ts'
import type { Engine } from '../../engine.ts'
import { answers, json, type Route, route } from '../http/route.ts'

export function webhookRoutes({ webhooks }: Engine): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/v1/runs/{runId}/webhook',
        tag: 'Runs',
        operation: 'getRunWebhook',
        summary: 'Whether the webhook of a run was delivered',
        params: z.object({ runId }),
        answers: answers(webhookDelivery, 'The delivery'),
      },
      async ({ params, caller }) => json(await webhooks.delivery(params.runId, caller.userId)),
    ),
    route(
      {
        method: 'GET',
        path: '/v1/webhook-secret',
        tag: 'Runs',
        operation: 'getWebhookSecret',
        summary: 'The secret that verifies your webhooks',
        // The secret is enough to forge messages, so reading is not.
        access: 'user',
        answers: answers(webhookSecret, 'The secret'),
      },
      async ({ caller }) => json({ secret: webhooks.secret(caller.userId) }),
    ),
  ]
}
