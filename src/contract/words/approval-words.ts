import { z } from 'zod'
import { approval } from '../approval.ts'
import { eventOf } from '../event/envelope.ts'
import { list, number } from '../setting-kinds.ts'

const { kind, title, reason, expiresAt, names } = approval.shape
const asked = { approvalId: z.string(), kind, title }

/** Effects that wait for a person. Without these settings none does. */
export const approvalWords = {
  settings: {
    approvalCommands: list
      .prefault([])
      .describe('Programs of the shell, and languages, that wait for a person: git, rm, python; * is every one'),
    approvalHosts: list
      .prefault([])
      .describe('Hosts that programs reach only after a person has agreed: *.example.org; * is every one'),
    approvalNewHosts: list
      .prefault([])
      .describe('Hosts that the network refused, and that a person may open then: *.example.org; * is every one'),
    approvalTools: list.prefault([]).describe('Tools that are called only after a person has agreed; * is every one'),
    approvalSql: z
      .stringbool()
      .or(z.boolean())
      .default(false)
      .describe('Whether SQL that drops, empties or changes whole tables waits for a person'),
    approvalSteps: z
      .stringbool()
      .or(z.boolean())
      .default(false)
      .describe('Whether risky steps of plans wait for a person'),
    approvalDayTokens: number(0, 1_000_000_000_000)
      .default(0)
      .describe('Tokens of the model that a user spends in a day before a person is asked; 0 never asks'),
    approvalBy: z
      .enum(['owner', 'admin'])
      .default('owner')
      .describe('Keys that may answer: those of the user who is asked, or admin keys alone'),
    approvalWaitMs: number(1000, 31_536_000_000)
      .default(3_600_000)
      .describe('How long a question waits for its answer; then it is a no'),
  },
  events: [
    eventOf('approval.asked', { ...asked, reason, names, expiresAt }),
    eventOf('approval.decided', {
      ...asked,
      decision: z.enum(['approve', 'deny', 'expired']),
      decidedBy: z.string().nullable(),
      for: approval.shape.for,
      pattern: approval.shape.pattern,
    }),
  ],
} as const
