import { z } from 'zod'
import { eventOf } from './envelope.ts'

const buildId = z.string()

/** Templates and their builds. */
export const templateEvents = [
  eventOf('template.created', { name: z.string().nullable(), isSnapshot: z.boolean() }),
  eventOf('template.changed', { isPublic: z.boolean() }),
  eventOf('template.tagged', {
    tags: z.array(z.object({ tag: z.string(), buildId })).describe('All it has from now on'),
  }),
  eventOf('template.removed', { name: z.string().nullable() }),
  eventOf('build.start', { buildId }),
  eventOf('build.end', {
    buildId,
    status: z.enum(['ready', 'error']),
    reason: z.string().optional().describe('Why it failed'),
  }),
] as const
