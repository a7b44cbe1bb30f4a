import { z } from 'zod'

/** Stamped by the journal; stages write drafts without it. */
export const envelope = {
  id: z.string().describe('runId and seq joined: unique over all runs'),
  runId: z.string(),
  sessionId: z.string().nullable(),
  seq: z.int().describe('1, 2, 3 … within the run; the id of the server-sent event'),
  at: z.number().describe('Milliseconds since 1970'),
  cause: z.string().nullable().describe('The event that led to this one'),
}

export const eventOf = <T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  z.object({ type: z.literal(type), ...envelope, ...data })
