import { z } from 'zod'

const played = z.object({
  file: z.string(),
  name: z.string(),
  passed: z.boolean(),
  /** Whether the result was the same in every run. */
  isSteady: z.boolean(),
  detail: z.string().optional(),
  output: z.string().optional(),
  durationMs: z.number(),
  /** Numbers of the places that it reached, and the count for each of them. */
  places: z.array(z.int()),
  hits: z.array(z.int()).optional(),
})
export type PlayedCase = z.infer<typeof played>

/** The results of test files in the sandbox. They are claims of a process that has run the program, so they are validated. */
export const playedTests = z.object({
  cases: z.array(played),
  /** How often each place was reached while the program was loaded. */
  loaded: z.array(z.int()),
  /** The cases that found each mutant: file and name. */
  mutants: z.array(z.object({ mutant: z.int(), by: z.array(z.string()) })),
})
export type PlayedTests = z.infer<typeof playedTests>
