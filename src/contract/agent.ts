import { z } from 'zod'

export const agentName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,62}$/,
    'must be 1 to 63 small letters, digits, dots, dashes and underscores, beginning with a letter or digit',
  )
  .describe('Names one agent of a user')
  .meta({ examples: ['ada'] })

export const taskKind = z.enum([
  'data',
  'database',
  'web',
  'text',
  'file',
  'math',
  'algorithm',
  'system',
  'test',
  'other',
])

/** A language and a kind of task: agents are good at some of them. */
export const domain = z.object({ language: z.string(), kind: taskKind })

export const agentLevel = z
  .enum(['new', 'learning', 'graduated', 'expert'])
  .describe(
    'new: fewer than 20 runs; learning: below 85 %; graduated: 85 % or more; expert: the whole confidence interval is at or above 85 %',
  )
