import { z } from 'zod'
import { eventOf } from '../event/envelope.ts'
import { outcome } from '../run.ts'

const node = z.int().describe('The message, counted from 1 in its conversation')
const messageId = z.string()

/** Told in the stream of a conversation. */
export const chatWords = {
  settings: {},
  events: [
    eventOf('chat.created', { title: z.string(), branchOf: z.string().nullable() }),
    eventOf('chat.asked', { node, messageId }),
    eventOf('chat.answered', {
      node,
      messageId,
      outcome,
      rounds: z.int(),
      runs: z.array(z.string()).describe('Ids of the runs of the answer'),
    }),
    eventOf('chat.removed', {}),
  ],
} as const
