import { z } from 'zod'

export const detectRequest = z.strictObject({ text: z.string() }).meta({ id: 'DetectRequest' })

export const detectedBlock = z
  .object({
    language: z.string().nullable().describe('Null when no known language fits'),
    confidence: z.number().min(0).max(1),
    code: z.string(),
    source: z
      .string()
      .optional()
      .describe('Its own exact text, where `code` is not that: a session, or a block joined with earlier ones'),
    start: z.int().describe('Offset of the block in the text'),
    end: z.int().describe('Offset behind the block'),
    line: z.int().describe('Line of the first line of code, from 1'),
    executable: z.boolean(),
    reason: z.string().describe('Why it is or is not run'),
    complexity: z.number().min(0).max(1),
    kind: z
      .enum(['fence', 'indented', 'inline', 'html', 'bare', 'whole'])
      .optional()
      .describe('How it stands in the text; whole when there is nothing else'),
    context: z.string().max(200).optional().describe('The line of prose before it'),
    joins: z
      .array(z.int())
      .optional()
      .describe('Earlier blocks, by their index from 0, whose code is part of this one since it needs their names'),
  })
  .meta({ id: 'DetectedBlock' })
export type DetectedBlock = z.infer<typeof detectedBlock>

export const detectResult = z
  .object({
    blocks: z.array(detectedBlock),
    leftOut: z.int().optional().describe('Blocks beyond the most that are told; absent when all are'),
  })
  .meta({ id: 'DetectResult' })
export type DetectResult = z.infer<typeof detectResult>
