import { z } from 'zod'
import { errorCategory, errorSeverity } from './diagnosis.ts'
import { problemOfPattern } from './safe-pattern.ts'

const MOST_STRATEGIES = 20

const pattern = z.string().superRefine((source, context) => {
  const problem = problemOfPattern(source)
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
})

/** A kind of failure that users add to the built-in ones: how to recognise it, and what is known about it. */
export const errorPattern = z
  .strictObject({
    id: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9-]+){1,3}$/,
        'must be small words with / between, such as "team/our-error"',
      )
      .max(100),
    language: z.string().max(40).optional().describe('Id of a language; absent is every one'),
    type: z.string().max(200).optional().describe('Type of the error, without its module; absent is every one'),
    message: pattern.optional().describe('Regular expression that the message has to fit'),
    category: errorCategory,
    severity: errorSeverity.default('medium'),
    recoverable: z.boolean().default(true).describe('Whether changing the program can help at all'),
    explain: z
      .string()
      .min(1)
      .max(500)
      .describe(
        'One sentence; {1} is the first group of the message, {type}, {message} and {line} are those of the error',
      ),
    strategies: z
      .array(z.string().max(100))
      .max(MOST_STRATEGIES)
      .default([])
      .describe('Ids of strategies to try first'),
  })
  .refine(
    ({ type, message }) => type !== undefined || message !== undefined,
    'needs a "type" or a "message" to be known by',
  )
  .meta({ id: 'ErrorPattern' })
export type ErrorPattern = z.infer<typeof errorPattern>

export const MOST_ERROR_PATTERNS = 1000
export const errorPatterns = z
  .array(errorPattern)
  .max(MOST_ERROR_PATTERNS)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must not use one id twice')

export const errorPatternList = z.object({ patterns: z.array(errorPattern) }).meta({ id: 'ErrorPatternList' })
