import { z } from 'zod'
import { deletionReason } from '../retention.ts'
import { eventOf } from './envelope.ts'

/** Told on the stream of what is gone: it outlives the other events of that stream. */
export const retentionEvents = [
  eventOf('run.deleted', { why: deletionReason, bytes: z.number().describe('That the run took in the store') }),
] as const
