import { z } from 'zod'
import { atMost } from './at-most.ts'
import { sessionId } from './id.ts'
import { endedBy } from './limits.ts'
import { attempt, errorInfo, outcome } from './run.ts'
import { runOptions } from './run-options.ts'

const LONGEST_COMMAND = 10_000
const MAX_FILES = 200

/** The commands of the shell that may be run. Every policy refuses commands that would destroy or take over the host. */
export const commandPolicy = z
  .strictObject({
    allow: z
      .array(z.string().min(1).max(200))
      .max(1000)
      .optional()
      .describe('Programs that may be run, by name or full path; absent is every one, an empty list is none'),
    longest: z.int().min(1).max(100_000).default(LONGEST_COMMAND).describe('Characters that a command may have'),
  })
  .meta({ id: 'CommandPolicy' })
export type CommandPolicy = z.infer<typeof commandPolicy>

const runsUnread = z
  .boolean()
  .describe('Whether it may run programs that it does not name: a file, a shell that reads its script, an alias')

/** Whether a command may be run, and which programs it would run: all its branches, substitutions and functions count. */
export const commandVerdict = z
  .discriminatedUnion('allowed', [
    z.object({ allowed: z.literal(true), programs: z.array(z.string()), runsUnread }),
    z.object({
      allowed: z.literal(false),
      rule: z.string().describe('A rule of the guard, or `command/…` for one of the policy'),
      reason: z.string(),
      programs: z.array(z.string()),
      runsUnread,
    }),
  ])
  .meta({ id: 'CommandVerdict' })
export type CommandVerdict = z.infer<typeof commandVerdict>

export const commandOutcome = z.enum(['refused', ...outcome.options])
export type CommandOutcome = z.infer<typeof commandOutcome>

/** One line of the history of commands. */
export const commandRecord = z
  .object({
    id: z.string(),
    command: z.string(),
    runId: z.string().nullable().describe('The run that ran it; null when it was refused'),
    outcome: commandOutcome.nullable().describe('Null while it is going'),
    rule: z.string().nullable().describe('The policy or rule that refused it'),
    at: z.number().describe('Milliseconds since 1970'),
  })
  .meta({ id: 'CommandRecord' })
export type CommandRecord = z.infer<typeof commandRecord>

export const commandRequest = z
  .strictObject({
    command: z
      .string()
      .max(100_000)
      .refine((command) => command.trim() !== '', 'has nothing to run: it is empty')
      .describe('One line or more of Bash'),
    input: z.string().optional().describe('The standard input of the command'),
    files: atMost(MAX_FILES, z.record(z.string().max(1024), z.string()))
      .optional()
      .describe('Files laid into the workspace before it starts'),
    session: sessionId
      .optional()
      .describe('The session that it works in: its files and variables of the shell are there'),
    options: runOptions.pick({ limits: true, network: true, guard: true }).optional(),
  })
  .meta({ id: 'CommandRequest' })
export type CommandRequest = z.infer<typeof commandRequest>

export const commandResult = z
  .object({
    id: z.string(),
    runId: z.string(),
    outcome,
    endedBy: endedBy.nullable(),
    exitCode: z.int().nullable(),
    stdout: z.string(),
    stderr: z.string(),
    ...attempt.pick({ stdoutBase64: true, stderrBase64: true }).shape,
    durationMs: z.number(),
    programs: z.array(z.string()).describe('The programs it would run, as far as its text tells'),
    error: errorInfo.optional().describe('Why its run ended otherwise than by its own end'),
  })
  .meta({ id: 'CommandResult' })
export type CommandResult = z.infer<typeof commandResult>

export const commandHistory = z.object({ commands: z.array(commandRecord) }).meta({ id: 'CommandHistory' })
