import { z } from 'zod'
import { lostPart } from './attempt-state.ts'
import { sessionId } from './id.ts'
import { sessionVariable } from './session.ts'

/** A checkpoint names at most this many variables; its state holds all of them. */
export const MOST_NAMED_VARIABLES = 10_000

export const checkpointRequest = z
  .strictObject({ label: z.string().min(1).max(200).optional().describe('A name for it, in your own words') })
  .meta({ id: 'CheckpointRequest' })
export type CheckpointRequest = z.infer<typeof checkpointRequest>

export const checkpointInfo = z
  .object({
    id: z.string(),
    sessionId: z.string(),
    session: z.string().describe('The same as `sessionId`, named as in requests'),
    conversation: z.string(),
    label: z.string().nullable(),
    kind: z
      .enum(['explicit', 'risky', 'regular', 'imported', 'step'])
      .describe('Why it was made: asked for, before risky code, every n executions, or before a step of a plan'),
    createdAt: z.number(),
    executions: z.int().describe('How many the session had then'),
    files: z.int(),
    bytes: z.int().describe('Of the state whole: files and saved variables'),
    languages: z.array(z.string()),
    versions: z.record(z.string(), z.string()).describe('Of interpreters and their packages'),
    lost: z.array(lostPart),
    inMemory: z.boolean().describe('Whether it can be gone back to in a moment, since the sandbox still has a copy'),
  })
  .meta({ id: 'CheckpointInfo' })
export type CheckpointInfo = z.infer<typeof checkpointInfo>
export const checkpointList = z.object({ checkpoints: z.array(checkpointInfo) }).meta({ id: 'CheckpointList' })

export const checkpointDetails = z
  .object({
    ...checkpointInfo.shape,
    variables: z.array(sessionVariable).describe('The first 10,000; the state holds all of them'),
    tree: z.array(z.object({ path: z.string(), type: z.enum(['file', 'directory', 'symlink']), size: z.int() })),
  })
  .meta({ id: 'CheckpointDetails' })
export type CheckpointDetails = z.infer<typeof checkpointDetails>

const change = z.enum(['added', 'removed', 'changed'])
export const checkpointDiff = z
  .object({
    from: z.string(),
    to: z.string(),
    files: z
      .array(z.object({ path: z.string(), change, from: z.int().nullable(), to: z.int().nullable() }))
      .describe('With their sizes'),
    variables: z.array(
      z.object({
        name: z.string(),
        language: z.string(),
        change,
        from: z.string().nullable(),
        to: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'CheckpointDiff' })
export type CheckpointDiff = z.infer<typeof checkpointDiff>

export const checkpointStats = z
  .object({
    checkpoints: z.int(),
    conversations: z.int(),
    bytes: z.int().describe('Of all states as they are seen'),
    storedBytes: z.int().describe('The room they take: equal content is kept once'),
    byKind: z.record(z.string(), z.int()),
    oldestAt: z.number().nullable(),
    newestAt: z.number().nullable(),
  })
  .meta({ id: 'CheckpointStats' })
export type CheckpointStats = z.infer<typeof checkpointStats>

export const checkpointQuery = z.strictObject({
  session: sessionId.optional(),
  conversation: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export const branchRequest = z
  .strictObject({
    conversation: z.string().min(1).max(200).optional().describe('That of the checkpoint unless it is told'),
  })
  .meta({ id: 'BranchRequest' })
