import { z } from 'zod'
import { subject } from './event/envelope.ts'
import { engineEvent } from './event.ts'

export const eventQuery = z.strictObject({
  subject: subject.optional().describe('KIND:ID, such as session:ses…; everything of yours unless it is told'),
  after: z
    .string()
    .regex(/^(now|\d{1,15}(-\d{1,15}){0,2})$/, 'must be "now", or what "next" or the id of an event said')
    .optional()
    .describe(
      'Only what comes behind it: the number of an event of this subject, or "next" of the page before. "now" leaves out all there is',
    ),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Most events of a page; a stream has no end'),
})
export type EventQuery = z.infer<typeof eventQuery>

export const eventPage = z
  .object({
    events: z.array(engineEvent),
    next: z.string().describe('Tell it as "after" to read on; what comes later stands behind it'),
  })
  .meta({ id: 'EventPage' })
export type EventPage = z.infer<typeof eventPage>
