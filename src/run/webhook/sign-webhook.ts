import { createHmac } from 'node:crypto'

/** The headers of Standard Webhooks: the receiver verifies sender, content and time with the shared secret. */
export function signWebhook(
  message: { id: string; atMs: number; body: string },
  secret: Buffer,
): Record<string, string> {
  const timestamp = String(Math.floor(message.atMs / 1000))
  const signed = createHmac('sha256', secret).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'anneal',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signed}`,
  }
}
