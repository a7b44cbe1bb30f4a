import { z } from 'zod'

/** An error of the user's program, as its interpreter reported it. */
export const programError = z.object({
  type: z.string(),
  message: z.string(),
  line: z.int().optional().describe('Line of the program, from 1'),
  column: z.int().optional().describe('From 1'),
  endColumn: z.int().optional().describe('Behind the last marked character, where the interpreter marks a range'),
  file: z.string().optional().describe('The file it happened in, when that is not the program itself'),
  expression: z.string().optional().describe('The failing piece of the program, as it stands there'),
  hint: z.string().optional().describe("The interpreter's own suggestion"),
})
export type ProgramError = z.infer<typeof programError>

export const errorCategory = z.enum([
  'syntax',
  'runtime',
  'logic',
  'import',
  'type',
  'resource',
  'security',
  'environment',
])
export type ErrorCategory = z.infer<typeof errorCategory>

export const errorSeverity = z.enum(['low', 'medium', 'high', 'critical'])
export type ErrorSeverity = z.infer<typeof errorSeverity>

/** The understanding of a failure beyond the interpreter's words. */
const understanding = {
  category: errorCategory,
  severity: errorSeverity,
  recoverable: z.boolean().describe('Whether changing the program can help at all'),
  pattern: z.string().describe('The pattern that knew it'),
  fingerprint: z.string().describe('The same for failures of the same kind, whatever the names and numbers in them'),
  explanation: z.string().describe('One plain sentence'),
  values: z.record(z.string(), z.string()).optional().describe('Variables where it failed, as the language shows them'),
}

export const diagnosis = programError.extend(understanding).meta({ id: 'Diagnosis' })
export type Diagnosis = z.infer<typeof diagnosis>

/** An error before and after it was understood. */
export const attemptError = programError.extend(z.object(understanding).partial().shape)
