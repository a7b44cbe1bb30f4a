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
  /** Numbers of the places that it reached. */
  places: z.array(z.int()),
})
export type PlayedCase = z.infer<typeof played>

/** What came of test files in the box. It is a claim of a process that has run the program, so it is read with care. */
export const playedTests = z.object({
  cases: z.array(played),
  /** How often each place was reached by cases, and while the program was loaded. */
  hits: z.array(z.int()),
  loaded: z.array(z.int()),
  /** By which cases each fault was found. */
  mutants: z.array(z.object({ mutant: z.int(), by: z.array(z.string()) })),
})
export type PlayedTests = z.infer<typeof playedTests>
