import { z } from 'zod'
import { diagnosis } from './diagnosis.ts'
import { triedCandidate } from './run.ts'
import { suggestion } from './suggestion.ts'

/** A program and its output when it failed. */
export const diagnoseRequest = z
  .strictObject({
    code: z.string(),
    language: z.string().max(40).optional().describe('By name or alias'),
    fileName: z.string().max(255).optional().describe('Name whose ending tells the language'),
    error: z.string().max(200_000).describe('The standard error of the program, or the traceback alone'),
  })
  .meta({ id: 'DiagnoseRequest' })
export type DiagnoseRequest = z.infer<typeof diagnoseRequest>
export { diagnosis as diagnoseResult }

export const debugResult = z
  .object({
    runId: z.string(),
    repaired: z.boolean().describe('The repaired program was run and ended well'),
    code: z.string().describe('The repaired program; the one that came when it could not be repaired'),
    diff: z.string().optional().describe('All changes together'),
    explanation: z.string(),
    diagnosis: diagnosis.partial().optional(),
    strategies: z.array(z.string()).describe('The strategies that made the changes, in order'),
    assumption: z.string().optional().describe('The assumption of a bold repair; absent when nothing was made up'),
    confidence: z.number().optional().describe('How likely the repair is to be right, from 0 to 1'),
    suggestion: suggestion.optional().describe('A change that makes it run, but is too likely to be wrong'),
    tried: z.array(triedCandidate),
  })
  .meta({ id: 'DebugResult' })
export type DebugResult = z.infer<typeof debugResult>

const learned = z.object({
  language: z.string(),
  fingerprint: z.string().describe('Of a kind of failure; `*` is all of them'),
  won: z.number().describe('How often it was right; older times count less'),
  lost: z.number(),
})

export const strategyInfo = z.object({
  id: z.string(),
  title: z.string(),
  languages: z.array(z.string()),
  answers: z.array(z.string()).describe('Types of errors; `*` is any'),
  prior: z.number().describe('How likely it is to be right before anything was learnt'),
  bold: z
    .string()
    .optional()
    .describe('Which of its changes make something up, and are made only with `repair: "bold"`'),
  learned: z.array(learned),
})
export type StrategyInfo = z.infer<typeof strategyInfo>

export const strategyList = z.object({ strategies: z.array(strategyInfo) }).meta({ id: 'StrategyList' })
