import { z } from 'zod'

/** A value that could not be kept when a state was saved. */
export const lostPart = z
  .object({
    what: z.string().describe('A variable by its name, a file by its path, or what else it was'),
    language: z.string().optional().describe('Of the interpreter that held it'),
    why: z.string(),
  })
  .meta({ id: 'LostPart' })
export type LostPart = z.infer<typeof lostPart>

/** The state that an execution in a session began with, and the fate of its changes. */
export const attemptState = z.object({
  kept: z.boolean().describe('Whether what it changed is part of the session now'),
  undo: z
    .enum(['none', 'copy', 'saved'])
    .describe(
      'copy: by a copy of the living interpreter; saved: by its saved state; none: nothing had to be undone, or was asked to be',
    ),
  why: z.string().optional().describe('Why the living interpreter could not be copied'),
  lost: z.array(lostPart).optional().describe('Values and files that could not be kept'),
})
export type AttemptState = z.infer<typeof attemptState>
