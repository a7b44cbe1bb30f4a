import { z } from 'zod'
import { atMost } from './at-most.ts'
import { guardPolicy } from './guard.ts'
import { limitsRequest } from './limits.ts'
import { testOptions } from './test-report.ts'

const MAX_HOSTS = 1000

/** How far a repair may go: `safe` makes nothing up, `bold` may and says so, `off` changes nothing. */
export const repairMode = z.enum(['safe', 'bold', 'off'])
export type RepairMode = z.infer<typeof repairMode>

export const runOptions = z.strictObject({
  attempts: z.int().min(1).max(3).optional().describe('Executions at most, the first included'),
  repair: repairMode
    .optional()
    .describe(
      'safe: no correction makes up a value, swallows an error or skips work; bold: one may, and tells its `assumption`; off: a failing program is only reported',
    ),
  repairConfidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'A correction that is less likely to be right than this is told as a `suggestion`, and the run stays failed',
    ),
  securityCheck: z.boolean().optional().describe('Whether programs are looked at for dangers before they run'),
  guard: guardPolicy.optional().describe('The answer to dangers that are found'),
  review: z.boolean().optional().describe('Whether the model looks for dangers too, where one is configured'),
  analysis: z.boolean().optional().describe('Whether complexity, style and slow spots are told'),
  performance: z.boolean().optional().describe('Whether processor time, memory and disk use are measured'),
  tests: z
    .union([z.boolean(), testOptions])
    .optional()
    .describe('Make tests for a program that ran well, run them, and tell what they cover'),
  learn: z
    .boolean()
    .optional()
    .describe('Whether lessons are used in this run and learnt from it; so unless the server is told not to'),
  cache: z
    .boolean()
    .optional()
    .describe(
      'Whether the output of an identical program may be served instead of running it again: same files, input, limits, interpreter and packages, no network and no session, and two runs that had the same output',
    ),
  lastValue: z
    .boolean()
    .optional()
    .describe('Whether the value of the last line of Python programs is among the results; in a session it always is'),
  parallel: z.boolean().optional().describe('Run the programs at the same time, as many as one user may have at once'),
  stopOnFailure: z
    .boolean()
    .optional()
    .describe('Whether the first program that fails ends the run; so in sequence, not in parallel, unless it is told'),
  limits: limitsRequest.optional(),
  network: z
    .strictObject({ allow: atMost(MAX_HOSTS, z.array(z.string()).max(MAX_HOSTS)) })
    .optional()
    .describe('Hosts the program may reach; an empty list is none'),
})
export type RunOptions = z.infer<typeof runOptions>
