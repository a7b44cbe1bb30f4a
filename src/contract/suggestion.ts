import { z } from 'zod'

export const assumption = z
  .string()
  .optional()
  .describe(
    'What a bold change takes for granted: a made-up value, a swallowed error or skipped work. Absent otherwise',
  )

export const confidence = z
  .number()
  .min(0)
  .max(1)
  .describe('How likely the change is to be right, from 0 to 1, estimated from repairs that were measured')

/** A change that makes the program run, but is too likely to be wrong to be made. */
export const suggestion = z.object({
  code: z.string().describe('The whole program with the change'),
  diff: z.string(),
  strategy: z.string(),
  why: z.string().describe('The change in plain words'),
  assumption,
  confidence,
  reason: z.string().describe('Why it is only suggested'),
  stdout: z.string().optional().describe('What the changed program printed on trial; absent where it was not tried'),
})
export type Suggestion = z.infer<typeof suggestion>
