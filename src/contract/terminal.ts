import { z } from 'zod'
import { lostPart } from './attempt-state.ts'

const cells = z.int().min(1).max(1000)

export const terminalSize = z
  .strictObject({ columns: cells.default(80), rows: cells.default(24) })
  .meta({ id: 'TerminalSize' })
export type TerminalSize = z.output<typeof terminalSize>

export const terminalInput = z
  .strictObject({
    text: z.string().max(1_000_000).optional().describe('What is typed, control characters included'),
    size: terminalSize.optional().describe('Its new size'),
  })
  .meta({ id: 'TerminalInput' })
export type TerminalInput = z.output<typeof terminalInput>

export const terminalEvent = z
  .object({
    output: z.string().optional().describe('Bytes for the screen, in base64'),
    ended: z
      .object({
        exitCode: z.int().nullable().describe('Null when it was ended'),
        lost: z.array(lostPart).describe('Changes of volumes that were refused'),
      })
      .optional()
      .describe('The last event: the shell has ended, and what it changed is saved'),
  })
  .meta({ id: 'TerminalEvent' })
export type TerminalEvent = z.infer<typeof terminalEvent>
