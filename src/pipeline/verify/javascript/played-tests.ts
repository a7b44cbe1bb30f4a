import { z } from 'zod'

const played = z.object({
  file: z.string(),
  name: z.string(),
  passed: z.boolean(),
  /** Whether it came to the same in every run. */
  isSteady: z.boolean(),
  detail: z.string().optional(),
  output: z.string().optional(),
  durationMs: z.number(),
  /** Numbers of the places that it reached, and how often it reached each of them. */
  places: z.array(z.int()),
  hits: z.array(z.int()).optional(),
})
export type PlayedCase = z.infer<typeof played>

/** What came of test files in the box. It is a claim of a process that has run the program, so it is read with care. */
export const playedTests = z.object({
  cases: z.array(played),
  /** How often each place was reached while the program was loaded. */
  loaded: z.array(z.int()),
  /** By which cases each fault was found: file and name. */
  mutants: z.array(z.object({ mutant: z.int(), by: z.array(z.string()) })),
})
export type PlayedTests = z.infer<typeof playedTests>
