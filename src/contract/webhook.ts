import { z } from 'zod'
import { runId } from './id.ts'

export const webhookRequest = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(2000)
    .refine(
      (text) => URL.parse(text)?.username === '' && URL.parse(text)?.password === '',
      'must have no password in it',
    )
    .describe('Told by POST when the run has ended'),
})

const webhookState = z.enum(['waiting', 'delivered', 'failed'])
export type WebhookState = z.infer<typeof webhookState>

export const webhookDelivery = z
  .object({
    runId,
    url: z.string(),
    state: webhookState.describe('`waiting` for the end of the run or the next attempt; `failed` after the last one'),
    attempts: z.int(),
    nextAt: z.number().nullable().describe('When it is tried again'),
    status: z.int().nullable().describe('The status of the last answer'),
    problem: z.string().nullable().describe('Why the last attempt did not count'),
    deliveredAt: z.number().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const webhookSecret = z
  .object({ secret: z.string().describe('`whsec_` and base64: verifies the signatures of your webhooks') })
  .meta({ id: 'WebhookSecret' })
